import { type Area, type PermissionRow, row } from './row.ts'

const search: Area = { needs: 'search' }
const label: Area = { ...search, object: async () => 'host' }

const selector = { query: '?query={host="fw-1"}' }
const metric = { query: '?query=vector(1)' }

/** The read interface of Loki, for who may search. */
export const lokiRows: readonly PermissionRow[] = [
  row(search, 'GET /loki/api/v1/query', [401, 403, 403, 200, 200], metric),
  row(search, 'GET /loki/api/v1/query_range', [401, 403, 403, 200, 200], selector),
  row(search, 'GET /loki/api/v1/labels', [401, 403, 403, 200, 200]),
  row(search, 'GET /loki/api/v1/label', [401, 403, 403, 200, 200]),
  row(label, 'GET /loki/api/v1/label/:name/values', [401, 403, 403, 200, 200]),
  row(search, 'GET /loki/api/v1/series', [401, 403, 403, 200, 200]),
  row(search, 'GET /loki/api/v1/index/stats', [401, 403, 403, 200, 200], selector),
  row(search, 'GET /loki/api/v1/index/volume', [401, 403, 403, 200, 200], selector),
  row(search, 'GET /loki/api/v1/tail', [401, 403, 403, 400, 400], {
    ...selector,
    about: 'not as a websocket',
  }),
  row(search, 'GET /loki/api/v1/format_query', [401, 403, 403, 200, 200], metric),
  row(search, 'GET /loki/api/v1/status/buildinfo', [401, 403, 403, 200, 200]),
]
