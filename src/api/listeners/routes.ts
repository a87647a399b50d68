import { Type } from 'typebox'
import { Listener } from '../../schema/listener.ts'
import type { App } from '../app.ts'
import { refTo } from '../http/schemas.ts'

/** GET /api/listeners: where senders reach the service. */
export function listenerRoutes(app: App, listeners: readonly Listener[]): void {
  app.addSchema(Listener)
  app.get(
    '/api/listeners',
    {
      schema: {
        summary: 'Where log lines are listened for',
        description: 'The addresses of HTTP are those of this interface, and not among them.',
        response: { 200: Type.Object({ list: Type.Array(refTo(Listener)) }) },
      },
    },
    async () => ({ list: [...listeners] }),
  )
}
