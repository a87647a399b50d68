import { type Area, type PermissionRow, row } from './row.ts'

const everybody: Area = {}
/** Every index name is valid. */
const index: Area = { object: async () => 'logs' }

const document: Area = { object: async () => 'logs/7' }
const counted: Area = { ...index, needs: 'search' }

const action = { body: { delete: {} } }
const anyEvent = { body: { event: 'hello' } }

/** Paths besides /incoming that receive events, for every token, including INGEST. */
export const receiverRows: readonly PermissionRow[] = [
  row(everybody, 'GET /incoming/docs', [200, 200, 200, 200, 200]),
  row(everybody, 'GET /incoming/openapi.json', [200, 200, 200, 200, 200]),
  row(everybody, 'POST /api/events', [401, 200, 200, 200, 200], { body: { message: 'hello' } }),

  row(everybody, 'GET /elasticsearch', [401, 200, 200, 200, 200]),
  row(everybody, 'GET /elasticsearch/*', [401, 404, 404, 404, 404], { about: 'of an index' }),
  row(everybody, 'PUT /elasticsearch/*', [401, 200, 200, 200, 200], { about: 'of an index' }),
  row(everybody, 'POST /elasticsearch/*', [401, 404, 404, 404, 404], { about: 'of an index' }),
  row(everybody, 'POST /elasticsearch/_bulk', [401, 200, 200, 200, 200], action),
  row(everybody, 'PUT /elasticsearch/_bulk', [401, 200, 200, 200, 200], action),
  row(index, 'POST /elasticsearch/:index/_bulk', [401, 200, 200, 200, 200], action),
  row(index, 'PUT /elasticsearch/:index/_bulk', [401, 200, 200, 200, 200], action),
  row(index, 'POST /elasticsearch/:index/_doc', [401, 201, 201, 201, 201], { body: { message: 'hello' } }),
  ...(['POST', 'PUT'] as const).flatMap(method =>
    ['_doc', '_create'].map(kind =>
      row(document, `${method} /elasticsearch/:index/${kind}/:document`, [401, 201, 201, 201, 201], {
        body: { message: 'hello' },
      }),
    ),
  ),
  row(everybody, 'DELETE /elasticsearch/*', [401, 404, 404, 404, 404], { about: 'of an index' }),
  ...(['GET', 'POST'] as const).flatMap(method => [
    row(everybody, `${method} /elasticsearch/_refresh`, [401, 200, 200, 200, 200]),
    row(index, `${method} /elasticsearch/:index/_refresh`, [401, 200, 200, 200, 200]),
    row({ needs: 'search' }, `${method} /elasticsearch/_count`, [401, 403, 403, 200, 200]),
    row(counted, `${method} /elasticsearch/:index/_count`, [401, 403, 403, 200, 200]),
  ]),

  row(everybody, 'POST /loki/api/v1/push', [401, 204, 204, 204, 204], { body: { streams: [] } }),
  row(everybody, 'POST /v1/logs', [401, 200, 200, 200, 200], { body: { resourceLogs: [] } }),
  row(everybody, 'POST /gelf', [401, 202, 202, 202, 202], { body: { short_message: 'hello' } }),

  row(everybody, 'POST /services/collector', [401, 200, 200, 200, 200], anyEvent),
  row(everybody, 'POST /services/collector/event', [401, 200, 200, 200, 200], anyEvent),
  row(everybody, 'POST /services/collector/event/1.0', [401, 200, 200, 200, 200], anyEvent),
  row(everybody, 'POST /services/collector/raw', [401, 200, 200, 200, 200], anyEvent),
  row(everybody, 'POST /services/collector/raw/1.0', [401, 200, 200, 200, 200], anyEvent),
  row(everybody, 'POST /services/collector/ack', [401, 400, 400, 400, 400], { body: { acks: [0] } }),
  row(everybody, 'GET /services/collector/health', [200, 200, 200, 200, 200]),
  row(everybody, 'GET /services/collector/health/1.0', [200, 200, 200, 200, 200]),
  row(everybody, 'OPTIONS /services/collector', [200, 200, 200, 200, 200]),
  row(everybody, 'OPTIONS /services/collector/event', [200, 200, 200, 200, 200]),
  row(everybody, 'OPTIONS /services/collector/event/1.0', [200, 200, 200, 200, 200]),
]
