import { Type } from 'typebox'
import { hecResponse } from '../../../ingest/receivers/splunk.ts'
import type { Intake } from '../../../ingest/worker/intake.ts'
import type { App } from '../../http/app.ts'
import { installProtocolErrors, type ShipmentRoute, sendReply, shipmentRoute } from './shipment-route.ts'

const HecAnswer = Type.Object(
  {
    text: Type.String(),
    code: Type.Integer({ description: 'Code of the HTTP Event Collector' }),
    'invalid-event-number': Type.Optional(
      Type.Integer({
        description: 'Index of the first invalid event, from 0; the events before it are stored',
      }),
    ),
  },
  { $id: 'SplunkAnswer', description: 'An answer of the HTTP Event Collector' },
)
const HecEvents = Type.Object(
  {
    event: Type.Union(
      [
        Type.String({ minLength: 1 }),
        Type.Object({}),
        Type.Number(),
        Type.Boolean(),
        Type.Array(Type.Unknown()),
      ],
      { description: "Any JSON except null and ''" },
    ),
    time: Type.Optional(Type.Number({ description: 'Unix seconds' })),
    host: Type.Optional(Type.String()),
    source: Type.Optional(Type.String()),
    sourcetype: Type.Optional(Type.String()),
    index: Type.Optional(Type.String()),
    fields: Type.Optional(Type.Object({}, { description: 'User tags' })),
  },
  { description: 'One such object, several in sequence, or a list' },
)

const eventRoute = {
  summary: "Send events through the interface of Splunk's HTTP Event Collector",
  bodies: { 'application/json': HecEvents },
  answers: { 200: HecAnswer },
  ingestPath: '/event',
}
const lineRoute = {
  summary: "Send lines through the interface of Splunk's HTTP Event Collector",
  description: 'Query parameters: host, source, sourcetype, index, time.',
  bodies: {
    'text/plain': Type.String({ description: 'One event a line' }),
    'application/json': Type.Unknown({ description: 'The same' }),
  },
  answers: { 200: HecAnswer },
  ingestPath: '/raw',
}

/** Routes for senders to the HTTP Event Collector. */
export function splunkRoutes(app: App, intake: Pick<Intake, 'submitShipper'>): void {
  installProtocolErrors(app, 'splunk')
  const add = (route: ShipmentRoute) => shipmentRoute(app, intake, 'splunk', HecAnswer, route)
  add({ ...eventRoute, url: '/services/collector' })
  add({ ...eventRoute, url: '/services/collector/event' })
  add({ ...eventRoute, url: '/services/collector/event/1.0', hide: true })
  add({ ...lineRoute, url: '/services/collector/raw' })
  add({ ...lineRoute, url: '/services/collector/raw/1.0', hide: true })

  for (const url of ['/services/collector/health', '/services/collector/health/1.0']) {
    const hide = url.endsWith('1.0')
    const response = { 200: HecAnswer, 406: HecAnswer, 500: HecAnswer, 503: HecAnswer }
    const schema = { summary: 'Whether events are accepted, in the format of Splunk', hide, response }
    app.get(url, { config: { access: 'public' }, schema }, async (_request, reply) =>
      sendReply(hecResponse('healthy'), reply),
    )
  }
  // The answer itself acknowledges events, so there are no acknowledgement ids.
  app.post(
    '/services/collector/ack',
    { config: { access: 'caller', accessKeys: true }, schema: { hide: true } },
    async (_request, reply) => sendReply(hecResponse('acknowledgementDisabled'), reply),
  )
  // Docker's log driver sends OPTIONS without its token to check that the collector exists.
  for (const url of ['/services/collector', '/services/collector/event', '/services/collector/event/1.0']) {
    app.options(url, { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) =>
      reply.code(200).send(),
    )
  }
}
