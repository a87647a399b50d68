import { StoredSpace } from '../../schema/stored-space.ts'
import type { App } from '../app.ts'
import { requireAllHosts } from '../auth/access.ts'
import { refTo } from '../http/schemas.ts'
import type { SpaceSource } from './space-source.ts'

/** GET /api/monitor/storage: for callers who see the events of all hosts, which the figures count. */
export function spaceRoutes(app: App, space: SpaceSource): void {
  app.addSchema(StoredSpace)
  app.get(
    '/api/monitor/storage',
    {
      schema: {
        summary: 'What events take on disk, by day',
        response: { 200: refTo(StoredSpace) },
        faults: ['permission_denied', 'storage_unavailable'],
      },
    },
    async request => {
      requireAllHosts(request)
      return await space.read()
    },
  )
}
