import type { ArrivalReads } from '../../query/arrivals/arrival-reads.ts'
import { ArrivalsRequest, EventArrivals } from '../../schema/event/event-arrivals.ts'
import { readerOf } from '../auth/access.ts'
import { storeFaults } from '../description/faults.ts'
import type { App } from '../http/app.ts'
import { refTo } from '../http/schemas.ts'

/** POST /api/events/arrivals: new events after a cursor. */
export function arrivalsRoute(app: App, arrivals: Pick<ArrivalReads, 'read'>): void {
  app.addSchema(ArrivalsRequest)
  app.addSchema(EventArrivals)
  app.post(
    '/api/events/arrivals',
    {
      compress: {},
      config: { access: 'search', allowsReadOnly: true },
      schema: {
        summary: 'Events that arrived after a cursor, each once',
        description:
          'For readers that must not miss an event: late events and events stored in another order are in a later answer.',
        body: refTo(ArrivalsRequest),
        response: { 200: refTo(EventArrivals) },
        faults: storeFaults,
      },
    },
    request => arrivals.read(readerOf(request), request.body, request.clientGone),
  )
}
