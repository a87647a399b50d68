import type { FastifyRequest } from 'fastify'
import type { FiredViewer } from '../../metadata/triggers/told-triggers.ts'
import { callerOf } from '../auth/access.ts'

/** The caller as one who asks what events set off. */
export function firedViewerOf(request: FastifyRequest): FiredViewer {
  const { user, permissions } = callerOf(request)
  return {
    userId: user.id,
    managesTriggers: permissions.has('manage_triggers'),
    usesTriggers: permissions.has('triggers'),
  }
}
