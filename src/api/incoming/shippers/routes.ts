import { type TSchema, Type } from 'typebox'
import type { Protocol } from '../../../ingest/body/submission.ts'
import type { Intake } from '../../../ingest/worker/intake.ts'
import type { QueryService } from '../../../query/query-service.ts'
import type { App } from '../../http/app.ts'
import { elasticsearchRoutes } from './elasticsearch.ts'
import { installProtocolErrors, type ShipmentRoute, shipmentRoute } from './shipment-route.ts'
import { splunkRoutes } from './splunk.ts'

const LokiError = Type.Object(
  { status: Type.Literal('error'), error: Type.String() },
  { $id: 'LokiError', description: 'Refused' },
)
const OtlpError = Type.Object(
  { code: Type.Integer({ description: 'A code of google.rpc.Code' }), message: Type.String() },
  { $id: 'OtlpError', description: 'Refused; in protobuf if the request was' },
)
const GelfError = Type.Object({ message: Type.String() }, { $id: 'GelfError', description: 'Refused' })

const lokiPush: ShipmentRoute = {
  url: '/loki/api/v1/push',
  ingestPath: '/push',
  summary: 'Send streams of lines with the protocol of Loki',
  bodies: {
    'application/json': Type.Object({
      streams: Type.Array(
        Type.Object({
          stream: Type.Record(Type.String(), Type.String(), { description: 'Labels' }),
          values: Type.Array(Type.Array(Type.Unknown()), {
            description:
              'Lists of: nanoseconds since 1970 as text, the line, structured metadata if there is any',
          }),
        }),
      ),
    }),
    'application/x-protobuf': Type.String({ description: 'A PushRequest in a block of snappy' }),
  },
  answers: { 204: Type.Null({ description: 'Everything is on disk; no body' }) },
}

const otlpLogs: ShipmentRoute = {
  url: '/v1/logs',
  ingestPath: '/logs',
  summary: 'Send logs by the OpenTelemetry protocol',
  bodies: {
    'application/json': Type.Object({
      resourceLogs: Type.Array(Type.Unknown(), { description: 'As in an ExportLogsServiceRequest' }),
    }),
    'application/x-protobuf': Type.String({ description: 'An ExportLogsServiceRequest' }),
  },
  answers: { 200: Type.Object({}, { description: 'Everything is on disk; in the encoding of the request' }) },
}

const gelfMessage: ShipmentRoute = {
  url: '/gelf',
  ingestPath: '',
  summary: 'Send a message in the Graylog Extended Log Format',
  bodies: {
    'application/json': Type.Object(
      {
        short_message: Type.String(),
        host: Type.Optional(Type.String()),
        full_message: Type.Optional(Type.String()),
        timestamp: Type.Optional(Type.Number({ description: 'Unix seconds' })),
        level: Type.Optional(Type.Integer({ minimum: 0, maximum: 7 })),
      },
      { description: 'One message, or several in sequence' },
    ),
  },
  answers: { 202: Type.Null({ description: 'Everything is on disk; no body' }) },
}

/** Routes for the shippers of other log services, at the paths that these shippers use. */
export async function shipperRoutes(
  app: App,
  intake: Pick<Intake, 'submitShipper'>,
  queryService: Pick<QueryService, 'answerPartially'>,
): Promise<void> {
  await app.register(async (scope: App) => elasticsearchRoutes(scope, intake, queryService))
  await app.register(async (scope: App) => splunkRoutes(scope, intake))
  const addProtocol = (protocol: Protocol, error: TSchema, route: ShipmentRoute) =>
    app.register(async (scope: App) => {
      installProtocolErrors(scope, protocol)
      shipmentRoute(scope, intake, protocol, error, route)
    })
  await addProtocol('loki', LokiError, lokiPush)
  await addProtocol('otlp', OtlpError, otlpLogs)
  await addProtocol('gelf', GelfError, gelfMessage)
}
