import { Type } from 'typebox'
import { Listener } from '../../schema/intake/listener.ts'
import type { App } from '../http/app.ts'
import { refTo } from '../http/schemas.ts'

/** GET /api/listeners: the addresses for senders. */
export function listenerRoutes(app: App, listeners: readonly Listener[]): void {
  app.addSchema(Listener)
  app.get(
    '/api/listeners',
    {
      schema: {
        summary: 'Addresses that receive log lines',
        description: 'Without the paths of this HTTP interface.',
        response: { 200: Type.Object({ list: Type.Array(refTo(Listener)) }) },
      },
    },
    async () => ({ list: [...listeners] }),
  )
}
