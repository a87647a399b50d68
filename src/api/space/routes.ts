import { StoredSpace } from '../../schema/store/stored-space.ts'
import { callerOf, requireAllHosts } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { refTo } from '../http/schemas.ts'
import type { SpaceSource } from './space-source.ts'

/** GET /api/monitor/storage: for callers who may see all hosts, since the figures count their events. */
export function spaceRoutes(app: App, space: SpaceSource): void {
  app.addSchema(StoredSpace)
  app.get(
    '/api/monitor/storage',
    {
      schema: {
        summary: 'Disk space of events, by day',
        response: { 200: refTo(StoredSpace) },
        faults: ['permission_denied', 'storage_unavailable'],
      },
    },
    async request => {
      requireAllHosts(request)
      const stored = await space.read()
      return callerOf(request).permissions.has('manage_retention') ? stored : withoutNames(stored)
    },
  )
}

/** Removes names of legal holds, which may reveal a case, for callers who may not list holds. */
function withoutNames(stored: StoredSpace): StoredSpace {
  return { ...stored, days: stored.days.map(day => ({ ...day, held_by: [] })) }
}
