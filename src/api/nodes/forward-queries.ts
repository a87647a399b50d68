import { Fault } from '../../schema/fault.ts'
import type { App } from '../http/app.ts'
import { pathParameter } from '../http/path-parameters.ts'
import { RequestForwarder } from './forward-request.ts'
import type { NodeLinks } from './node-links.ts'

/**
 * Forwards requests for queries of other nodes to these nodes. This node authenticates the caller; the other
 * node does so again, and authorises the request.
 */
export function forwardQueries(app: App, links: NodeLinks): void {
  const forwarder = new RequestForwarder(links)
  app.addHook('onClose', async () => forwarder.close())
  app.addHook('preValidation', async (request, reply) => {
    if (request.routeOptions.url?.startsWith('/api/query/:qid') !== true) return
    const queryId = pathParameter(request, 'qid')
    if (!links.isElsewhere(queryId)) return
    // The sender mistook this node for another, whose address now belongs to this one.
    if (request.forwardedFor !== null) throw new Fault('not_found')
    request.isForwarded = true
    return forwarder.forward(request, reply, queryId)
  })
}
