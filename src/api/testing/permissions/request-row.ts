import type { TestServer } from '../test-server.ts'
import type { PermissionRow } from './row.ts'

/** The status of a row's operation, called for the object with this key. */
export async function requestRow(
  server: TestServer,
  row: PermissionRow,
  headers: Record<string, string>,
  id: string | number,
): Promise<number> {
  const [method = '', path = ''] = row.operation.split(' ')
  const keys = String(id).split('/')
  const url = path.replace(/:\w+/g, () => keys.shift() ?? '').replace('*', 'edge')
  const body = typeof row.body === 'function' ? row.body(id) : row.body
  const query = typeof row.query === 'function' ? row.query(id) : (row.query ?? '')
  // The methods in rows are HTTP methods.
  const request = { method: method as 'GET', url: `${url}${query}`, headers }
  const { statusCode } = await server.app.inject(body === undefined ? request : { ...request, payload: body })
  return statusCode
}
