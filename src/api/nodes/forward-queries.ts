import { Fault } from '../../schema/fault.ts'
import type { App } from '../app.ts'
import { pathParameter } from '../http/path-parameters.ts'
import { RequestForwarder } from './forward-request.ts'
import type { NodeLinks } from './node-links.ts'

/** Passes requests for queries of other nodes on to these. This node authenticates the caller; the other one does so too, and judges the request. */
export function forwardQueries(app: App, links: NodeLinks): void {
  const forwarder = new RequestForwarder(links)
  app.addHook('onClose', async () => forwarder.close())
  app.addHook('preValidation', async (request, reply) => {
    if (request.routeOptions.url?.startsWith('/api/query/:qid') !== true) return
    const queryId = pathParameter(request, 'qid')
    if (!links.isElsewhere(queryId)) return
    // The sender has taken this node for another one: the address of that was given to this one.
    if (request.forwardedFor !== null) throw new Fault('not_found')
    request.isForwarded = true
    return forwarder.forward(request, reply, queryId)
  })
}
