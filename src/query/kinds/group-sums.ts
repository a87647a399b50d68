import type { Value } from '../../storage/contract/field.ts'
import type { GroupStats } from '../../storage/contract/group-stats.ts'
import { maxEntries } from './limits.ts'

/** Figures of a group, in a period or in all of its span, that add up. */
export interface GroupSum extends Pick<GroupStats, 'values' | 'count' | 'numbers' | 'sum' | 'min' | 'max'> {
  /** Start of the period, Unix seconds; 0 without periods. */
  from: number
}

/** By `groupKey` and period. */
export type GroupSums = ReadonlyMap<string, GroupSum>

/** Identifies a group. */
export function groupKey(values: readonly Value[]): string {
  return JSON.stringify(values)
}

/** `bounds`: of the periods of the rows; absent without periods. Undefined if there are too many groups. */
export function sumsOf(rows: readonly GroupStats[], bounds?: readonly number[]): GroupSums | undefined {
  if (rows.length > maxEntries) return undefined
  return addUp(
    rows.map(({ period, values, count, numbers, sum, min, max }) => {
      return { from: bounds?.[period] ?? 0, values, count, numbers, sum, min, max }
    }),
  )
}

/** The sums of two spans, as a new object; undefined if there are too many groups. */
export function mergeSums(newer: GroupSums, older: GroupSums): GroupSums | undefined {
  const [small, large] = newer.size < older.size ? [newer, older] : [older, newer]
  const merged = addUp(small.values(), new Map(large))
  return merged.size > maxEntries ? undefined : merged
}

/** The sums of each group over all of its periods. */
export function withoutPeriods(sums: GroupSums): GroupSums {
  return addUp(Array.from(sums.values(), sum => ({ ...sum, from: 0 })))
}

/** Adds sums to `target`, whose sums are replaced, never changed: other states may share them. */
function addUp(sums: Iterable<GroupSum>, target = new Map<string, GroupSum>()): Map<string, GroupSum> {
  for (const added of sums) {
    const key = `${added.from} ${groupKey(added.values)}`
    const known = target.get(key)
    target.set(key, known === undefined ? added : sumOfBoth(known, added))
  }
  return target
}

function sumOfBoth(a: GroupSum, b: GroupSum): GroupSum {
  const count = a.count + b.count
  // Without numbers, the figures of numbers are 0, which is no minimum.
  if (a.numbers === 0) return { ...b, count }
  if (b.numbers === 0) return { ...a, count }
  return {
    from: a.from,
    values: a.values,
    count,
    numbers: a.numbers + b.numbers,
    sum: a.sum + b.sum,
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
  }
}
