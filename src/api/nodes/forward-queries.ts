import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https'
import type { FastifyReply, FastifyRequest } from 'fastify'
import qs from 'qs'
import { Fault } from '../../schema/fault.ts'
import { type Json, jsonOf } from '../../schema/text/json.ts'
import type { App } from '../http/app.ts'
import { FormBody } from '../http/bodies/form.ts'
import { pathParameter } from '../http/path-parameters.ts'
import { lostQueryFault, type NodeLinks } from './node-links.ts'

/** Maximum time until the other node starts its answer. */
const answerTimeoutMs = 10_000
/** An export starts only when the query has its result. */
const exportTimeoutMs = 75_000
/** Maximum connections to one node; further requests wait. */
const maxSockets = 64
const agentOptions = { keepAlive: true, maxSockets, maxFreeSockets: 8, timeout: 30_000 }

/** Headers that concern one connection only (RFC 9110, 7.6.1), and `expect`; they are not forwarded. */
const hopHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
])

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
    // The sending node looked for another node, whose address now belongs to this one.
    if (request.forwardedFor !== null) throw new Fault('not_found')
    request.isForwarded = true
    return forwarder.forward(request, reply, queryId)
  })
}

/** Forwards requests to the nodes that have the requested queries. */
class RequestForwarder {
  readonly #links: NodeLinks
  readonly #http = new HttpAgent(agentOptions)
  readonly #https = new HttpsAgent(agentOptions)

  constructor(links: NodeLinks) {
    this.#links = links
  }

  /** Sends the answer of the node that has the query. Throws not_found if that node does not answer. */
  async forward(request: FastifyRequest, reply: FastifyReply, queryId: string): Promise<FastifyReply> {
    const node = await this.#links.nodeOf(queryId)
    const answer = await this.#send(node.url, request).catch(error => {
      request.log.warn({ err: error, node: node.name }, 'a node that has a query did not answer')
      throw lostQueryFault(error)
    })
    reply.raw.once('close', () => answer.destroy())
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined && !hopHeaders.has(name)) reply.header(name, value)
    return reply.code(answer.statusCode ?? 502).send(answer)
  }

  close(): void {
    this.#http.destroy()
    this.#https.destroy()
  }

  #send(base: string, request: FastifyRequest): Promise<IncomingMessage> {
    const { method, url } = request
    const form = request.body instanceof FormBody ? request.body.value : undefined
    let body: Json | undefined
    if (method === 'POST') body = form === undefined ? jsonOf(request.body ?? {}) : qs.stringify(form)
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !hopHeaders.has(name) && name !== 'content-length'),
    )
    // The body was parsed, and is encoded again.
    if (body !== undefined) {
      delete headers['content-encoding']
      headers['content-type'] = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded'
      headers['content-length'] = String(Buffer.byteLength(body))
    }
    const target = new URL(base)
    const isHttps = target.protocol === 'https:'
    const options: RequestOptions = {
      method,
      path: url,
      agent: isHttps ? this.#https : this.#http,
      // The certificate is the node's; the host of the request is the one that the client used.
      servername: target.hostname,
      headers: { ...headers, ...this.#links.headersFor(method, url, request.ip) },
    }
    const timeoutMs = request.routeOptions.url?.endsWith('/export') ? exportTimeoutMs : answerTimeoutMs
    return new Promise((resolve, reject) => {
      const forwardRequest = (isHttps ? httpsRequest : httpRequest)(target, options)
      const timer = setTimeout(
        () => forwardRequest.destroy(new Error(`no answer within ${timeoutMs} ms`)),
        timeoutMs,
      )
      const giveUp = () => void forwardRequest.destroy(new Fault('request_timeout'))
      request.clientGone.addEventListener('abort', giveUp, { once: true })
      const cleanUp = () => {
        clearTimeout(timer)
        request.clientGone.removeEventListener('abort', giveUp)
      }
      forwardRequest.once('response', answer => {
        cleanUp()
        resolve(answer)
      })
      forwardRequest.once('error', error => {
        cleanUp()
        reject(error)
      })
      forwardRequest.end(body)
    })
  }
}
