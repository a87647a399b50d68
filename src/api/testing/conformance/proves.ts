import { type RowName, rowGroups } from './rows.ts'

const known = new Set(rowGroups.flatMap(({ rows }) => rows.map(({ name }) => name)))

/**
 * Declares which rows of the interface the calling test proves; docs/evidence/interface.md names the test
 * beside each row. `proofs.ts` finds the calls in the text of the tests, so the names must be literals,
 * in the test or as the table of a `test.each`. Rooms that may not import this function write a comment:
 * `// proves 'Query type TopN'`.
 *
 * @example
 * test('a title is found by expression', async () => {
 *   proves('GET /api/dashboards title__iregex')
 *
 * test.each(proves('GET /api/tasks page', 'GET /api/widgets page'))('%s', async row => {
 */
export function proves<const Rows extends readonly [RowName, ...RowName[]]>(...rows: Rows): Rows {
  for (const row of rows) if (!known.has(row)) throw new Error(`the interface has no row "${row}"`)
  return rows
}
