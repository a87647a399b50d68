import type { Caller } from '../../metadata/identity/identity.ts'
import { Fault } from '../../schema/fault.ts'
import type { AuditObject } from '../../schema/people/audit.ts'
import type { AuditedRoute } from '../audit/audited-routes.ts'

/**
 * Whether changing this kind of object can give access: a password, a token, a session, a user for a company
 * account, or rights of such a user.
 */
const givesAccess: Readonly<Record<AuditObject, boolean>> = {
  archived_day: false,
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
  page_settings: false,
  forwarder: false,
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
 * Throws permission_denied for a limited token on a route that can give access. Deleting is allowed, since it
 * only takes access away.
 */
export function refuseLimitedTokenOn(route: AuditedRoute | undefined, caller: Caller): void {
  if (route === undefined || route.action === 'delete' || !givesAccess[route.object]) return
  refuseLimitedToken(caller)
}

/**
 * Throws permission_denied for a token that is limited to networks, to reading, to a time or to a scope. With
 * the key of a token that it reads, or a password that it sets, its holder would have access without limits.
 */
export function refuseLimitedToken({ networks, isReadOnly, hasExpiry, scope }: Caller): void {
  if (networks === undefined && isReadOnly !== true && hasExpiry !== true && scope === undefined) return
  throw new Fault('permission_denied', {
    detail: 'A token with limits makes no tokens and sets no passwords.',
  })
}
