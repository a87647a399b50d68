import type { GroupQuery, GroupRow } from '../../contract/event-store.ts'
import { compareValues } from '../../contract/value-order.ts'

/** The order of GroupQuery: period, count descending, values. */
export function compareGroups(a: GroupRow, b: GroupRow): number {
  return (
    a.period - b.period ||
    b.count - a.count ||
    compareValues(a.values[0] ?? '', b.values[0] ?? '') ||
    compareValues(a.values[1] ?? '', b.values[1] ?? '')
  )
}

/** Applies `limitEach` and `limit` to groups in any order, and sorts them. */
export function limitGroups(rows: GroupRow[], { fields, limitEach, limit }: GroupQuery): GroupRow[] {
  rows.sort(compareGroups)
  if (limitEach === undefined) return rows.slice(0, limit)
  const taken = new Map<string, number>()
  const first = rows.filter(({ period, values: [value] }) => {
    const key = fields.length === 1 ? `${period}` : `${period} ${typeof value} ${value}`
    const count = taken.get(key) ?? 0
    taken.set(key, count + 1)
    return count < limitEach
  })
  return first.slice(0, limit)
}
