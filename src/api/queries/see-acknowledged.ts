import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Intake } from '../../ingest/worker/intake.ts'
import { waitAtMost } from '../../query/life/wait-at-most.ts'
import type { App } from '../http/app.ts'

const maxWaitMs = 1_000
/** Header of an answer that may lack events acknowledged before its request. */
const missingNewestHeader = 'X-Missing-Newest'

/**
 * Makes a route that reads events see everything acknowledged before its request: waits, at most a second,
 * until the store has these events. If it has not by then, a header of the answer says so.
 */
export function seeAcknowledged(app: App, intake: Pick<Intake, 'whenSearchable'>): void {
  app.addHook('preHandler', async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.routeOptions.config.readsEvents !== true) return
    const searchable = intake.whenSearchable()
    if (searchable === undefined) return
    let isSearchable = false
    const settled = searchable.then(
      () => {
        isSearchable = true
      },
      () => {},
    )
    await waitAtMost(settled, maxWaitMs)
    if (!isSearchable) reply.header(missingNewestHeader, 'true')
  })
}
