import type { Caller } from '../../metadata/identity/identity.ts'
import { Fault } from '../../schema/fault.ts'
import type { AuditObject } from '../../schema/people/audit.ts'
import type { AuditedRoute } from '../audit/audited-routes.ts'

/**
 * Whether changing this kind of object can create a way in: a password, a token, a session, a user for a
 * company account, or rights of such a user. Every changing route names its kind of object (`auditedRoutes`),
 * so a new kind must be added here.
 */
const isWayIn: Readonly<Record<AuditObject, boolean>> = {
  session: true,
  user: true,
  group: true,
  token: true,
  dashboard: false,
  widget: false,
  template: false,
  saved_search: false,
  trigger: false,
  silence: false,
  notification: false,
  trigger_action: false,
  rule_file: false,
  retention: false,
  legal_hold: false,
  report: false,
  report_schedule: false,
  task: false,
  event_note: false,
  host: false,
  mail: false,
  events: false,
  sql: false,
  audit_log: false,
  service: false,
  instance_key: false,
  node: false,
}

/**
 * Throws permission_denied for a limited token on a route that creates or changes a way in. Deleting one is
 * allowed.
 */
export function requireUnlimitedWayIn(route: AuditedRoute | undefined, caller: Caller): void {
  if (route === undefined || route.action === 'delete' || !isWayIn[route.object]) return
  refuseLimited(caller)
}

/**
 * Throws permission_denied for a limited token: the key of a token that it read, or a way in that it created,
 * would have no limits.
 */
export function refuseLimited({ networks, isReadOnly, hasExpiry, scope }: Caller): void {
  if (networks === undefined && isReadOnly !== true && hasExpiry !== true && scope === undefined) return
  throw new Fault('permission_denied', {
    detail: 'A token with limits makes no tokens and sets no passwords.',
  })
}
