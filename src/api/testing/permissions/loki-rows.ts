import { type Area, type PermissionRow, row } from './row.ts'

const everybody: Area = {}
const search: Area = { needs: 'search' }
const label: Area = { ...search, object: async () => 'host' }

const selector = { query: '?query={host="fw-1"}' }
const metric = { query: '?query=vector(1)' }

/** Loki's read interface, for users who may search. */
export const lokiRows: readonly PermissionRow[] = [
  ...['GET', 'POST'].flatMap(readingRows),
  row(search, 'GET /loki/api/v1/tail', [401, 403, 403, 400, 400], {
    ...selector,
    about: 'not as a websocket',
  }),
  row(search, 'GET /loki/api/v1/status/buildinfo', [401, 403, 403, 200, 200]),
  row(search, 'GET /loki/api/v1/drilldown-limits', [401, 403, 403, 200, 200]),
  row(everybody, 'GET /ready', [200, 200, 200, 200, 200]),
]

/** Routes with parameters; POST also accepts them in the address. */
function readingRows(method: string): PermissionRow[] {
  const reads = (path: string, more: { query?: string } = {}, area = search) =>
    row(area, `${method} /loki/api/v1${path}`, [401, 403, 403, 200, 200], more)
  return [
    reads('/query', metric),
    reads('/query_range', selector),
    reads('/labels'),
    reads('/label'),
    reads('/label/:name/values', {}, label),
    reads('/series'),
    reads('/index/stats', selector),
    reads('/index/volume', selector),
    reads('/index/volume_range', selector),
    reads('/detected_labels'),
    reads('/detected_fields', selector),
    reads('/detected_field/:name/values', {}, label),
    reads('/patterns', selector),
    reads('/format_query', metric),
  ]
}
