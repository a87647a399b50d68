import type { FastifyRequest } from 'fastify'
import type { LogqlReads } from '../../query/logql/logql-reads.ts'
import { predicateOf } from '../../query/logql/predicate.ts'
import { parseLogqlSelector } from '../../query/logql/syntax/parse.ts'
import { Fault } from '../../schema/fault.ts'
import { callerOf } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import type { LiveHub } from '../live/hub.ts'
import { asksToCategorize } from './answers.ts'
import { badParameter } from './errors.ts'
import { floorMicros, LokiParameters } from './parameters.ts'
import { LokiTail, type TailRequest } from './tail.ts'

const defaultPastMs = 3_600_000
const maxDelaySeconds = 5

/** GET /loki/api/v1/tail: a websocket with new lines. */
export function lokiTailRoute(
  app: App,
  {
    logql,
    hub,
    now = Date.now,
  }: { logql: Pick<LogqlReads, 'lines' | 'changes'>; hub: LiveHub; now?: () => number },
): void {
  app.route({
    method: 'GET',
    url: '/loki/api/v1/tail',
    exposeHeadRoute: false,
    config: { access: 'search', accessKeys: true, alsoProduces: ['text/plain'], takesWebsockets: true },
    schema: { hide: true },
    handler: async () => {
      throw badParameter('this address takes websocket connections only')
    },
    // Before the handshake, so that faults get an HTTP answer.
    onRequest: async request => {
      tailRequestOf(request, now())
      if (request.ws && !hub.admits(callerOf(request))) throw new Fault('overloaded', { retryAfter: 10 })
    },
    wsHandler: (socket, request) => {
      const { credential } = request
      if (credential === null) throw new Fault('not_authenticated')
      const tail = new LokiTail(socket, callerOf(request), tailRequestOf(request, now()), {
        source: logql,
        log: request.log,
      })
      hub.add(tail, credential)
      socket.on('close', () => hub.remove(tail))
    },
  })
}

function tailRequestOf(request: FastifyRequest, nowMs: number): TailRequest {
  const parameters = new LokiParameters(request, nowMs)
  const text = parameters.expression()
  const selection = { log: parseLogqlSelector(text), text }
  predicateOf(selection.log, text)
  const delay = parameters.text('delay_for') ?? '0'
  if (!/^\d{1,3}$/.test(delay))
    throw badParameter(`could not parse 'delay_for' parameter: "${delay}" is no integer`)
  if (Number(delay) > maxDelaySeconds)
    throw badParameter(`delay_for can't be greater than ${maxDelaySeconds}`)
  return {
    selection,
    from: floorMicros(parameters.moment('start', Math.max(0, nowMs - defaultPastMs))),
    limit: parameters.limit(),
    delayMs: Number(delay) * 1_000,
    categorized: asksToCategorize(request),
  }
}
