import { type RowName, rowGroups } from './rows.ts'

const known = new Set(rowGroups.flatMap(({ rows }) => rows.map(({ name }) => name)))

/**
 * Says which rows of the interface the test that calls it proves: docs/interface.md names the test beside each. Called
 * with names as literals, inside the test.
 *
 * @example
 * test('a title is found by expression', async () => {
 *   proves('GET /api/dashboards title__iregex')
 */
export function proves(...rows: readonly [RowName, ...RowName[]]): void {
  for (const row of rows) if (!known.has(row)) throw new Error(`the interface has no row "${row}"`)
}
