import type { FastifyRequest } from 'fastify'
import type { FiredViewer } from '../../metadata/triggers/told-triggers.ts'
import type { DecorationOptions } from '../../query/decorations/decorate-event.ts'
import type { HostVisibility } from '../../query/host-visibility.ts'
import { callerOf } from '../auth/access.ts'

/** The caller as one who asks what events set off. `visibility`: for what tells of other events, too. */
export function firedViewerOf(request: FastifyRequest, visibility?: HostVisibility): FiredViewer {
  const { user, permissions, hosts } = callerOf(request)
  return {
    userId: user.id,
    managesTriggers: permissions.has('manage_triggers'),
    usesTriggers: permissions.has('triggers'),
    seesHost: visibility?.limitOf(hosts),
  }
}

/** What the caller of a route wants added to events, and whether it may make triggers of them. */
export function decorationsFor(
  request: FastifyRequest<{ Querystring: Omit<DecorationOptions, 'mayTriggers'> }>,
): DecorationOptions {
  const { actions_hint = false, add_geoip_data = false } = request.query
  return { actions_hint, add_geoip_data, mayTriggers: callerOf(request).permissions.has('triggers') }
}
