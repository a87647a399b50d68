import type { FastifyRequest } from 'fastify'
import type { FiredViewer } from '../../metadata/triggers/trigger-results.ts'
import type { DecorationOptions } from '../../query/decorations/decorate.ts'
import type { HostVisibility } from '../../query/host-visibility.ts'
import { callerOf } from '../auth/access.ts'

/**
 * The caller as a reader of the triggers that fired for events. `visibility` is needed if the answer contains
 * data about other events.
 */
export function firedViewerOf(request: FastifyRequest, visibility?: HostVisibility): FiredViewer {
  const { user, permissions, hosts } = callerOf(request)
  return {
    userId: user.id,
    managesTriggers: permissions.has('manage_triggers'),
    usesTriggers: permissions.has('triggers'),
    seesHost: visibility?.limitOf(hosts),
  }
}

/**
 * The decorations of events that the caller of a route wants, and whether the caller may create triggers from
 * them.
 */
export function decorationsFor(
  request: FastifyRequest<{ Querystring: Omit<DecorationOptions, 'canCreateTriggers'> }>,
): DecorationOptions {
  const { actions_hint = false, add_geoip_data = false } = request.query
  return { actions_hint, add_geoip_data, canCreateTriggers: callerOf(request).permissions.has('triggers') }
}
