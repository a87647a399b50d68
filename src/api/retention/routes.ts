import { Retention, RetentionPatch } from '../../schema/store/retention.ts'
import { callerOf } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { refTo } from '../http/schemas.ts'
import type { RetentionService } from './retention-service.ts'

const url = '/api/retention'
const config = { access: 'manage_retention' } as const
const response = { 200: refTo(Retention) }

/** The retention of events, for holders of manage_retention. */
export function retentionRoutes(app: App, retention: Pick<RetentionService, 'get' | 'change'>): void {
  app.addSchema(Retention)
  app.addSchema(RetentionPatch)
  app.get(
    url,
    {
      config,
      schema: { summary: 'Retention of events', response },
    },
    async () => await retention.get(),
  )
  app.patch(
    url,
    {
      config,
      schema: {
        summary: 'Change the retention of events',
        description:
          'In force at once, on all nodes. Days that become due are announced in the log. From an hour later on, two days an hour are dropped, and in two more days an hour the classes that are due. Until then the retention can be changed back.',
        body: refTo(RetentionPatch),
        response,
      },
    },
    async request => await retention.change(request.body, callerOf(request).user.username),
  )
}
