import { compileMatcher } from '../../filter/match/matcher.ts'
import type {
  GroupQuery,
  GroupRow,
  LastQuery,
  LastRow,
  Scope,
  TopAnswer,
  TopQuery,
} from '../contract/event-store.ts'
import type { Field, Value } from '../contract/field.ts'
import type { TestEvent } from './spool-file.ts'

/** The expected counts of a scope, from every occurrence of every event. Slow and obvious. */
export interface CountedOracle {
  countPeriods(bounds: readonly number[]): number[]
  groupCounts(query: GroupQuery): GroupRow[]
  topValues(query: TopQuery): TopAnswer
  lastValues(query: LastQuery): LastRow[]
  countEvents(): { events: number; occurrences: number }
}

export function countedOracle(events: readonly TestEvent[], { from, to, predicate }: Scope): CountedOracle {
  const matches = compileMatcher(predicate)
  const matching = events.filter(event => {
    const [ts = 0] = event.occurrences
    const last = Math.max(...event.occurrences)
    return matches({ triggers: [], ...event, ts, last, counter: event.occurrences.length })
  })
  /** Each occurrence in [start, end), which are whole seconds. */
  const happened = (start: number, end: number) =>
    matching.flatMap(event => {
      const inside = event.occurrences.filter(at => at >= start * 1_000_000 && at < end * 1_000_000)
      return inside.map(at => ({ event, at }))
    })
  const all = happened(from, to)
  /** Occurrences by value, most frequent first, ties by value. */
  const ranked = (field: Field, ignoreEmpty: boolean) => {
    const valued = all.map(({ event }) => valueIn(event, field))
    const counted = countedBy(valued.filter(value => !ignoreEmpty || value !== ''))
    return counted.map(([value, count]) => ({ value, count }))
  }

  return {
    countPeriods: bounds => periodsOf(bounds).map(([start, end]) => happened(start, end).length),
    groupCounts({ fields, ignoreEmpty, bounds = [from, to], limitEach = Number.POSITIVE_INFINITY, limit }) {
      const [first, second] = fields
      const rows = periodsOf(bounds).flatMap(([start, end], period) => {
        const keys = happened(start, end).map(({ event }) => fields.map(field => valueIn(event, field)))
        const counted = countedBy(
          keys.filter(([value]) => !ignoreEmpty || value !== '').map(key => JSON.stringify(key)),
        )
        const groups = counted.map(([key, count]) => ({ period, values: valuesOf(key), count }))
        return groups.sort((a, b) => b.count - a.count || inOrder(a.values, b.values))
      })
      const taken = new Map<string, number>()
      const best = rows.filter(({ period, values }) => {
        const each = JSON.stringify(second === undefined ? [period] : [period, values[0]])
        taken.set(each, (taken.get(each) ?? 0) + 1)
        return (taken.get(each) ?? 0) <= limitEach
      })
      return first === undefined ? [] : best.slice(0, limit)
    },
    topValues({ field, ignoreEmpty, limit }) {
      const values = ranked(field, ignoreEmpty)
      const count = values.reduce((sum, value) => sum + value.count, 0)
      return { rows: values.slice(0, limit), values: values.length, count }
    },
    lastValues({ field, ignoreEmpty, limit, precision }) {
      const unit = precision === 'second' ? 1_000_000 : 1
      const rows = ranked(field, ignoreEmpty).map(row => {
        const moments = all.filter(({ event }) => valueIn(event, field) === row.value).map(({ at }) => at)
        return { ...row, last: Math.floor(Math.max(...moments) / unit) * unit }
      })
      return rows.sort((a, b) => b.last - a.last || inOrder([a.value], [b.value])).slice(0, limit)
    },
    countEvents: () => ({ events: new Set(all.map(({ event }) => event)).size, occurrences: all.length }),
  }
}

function periodsOf(bounds: readonly number[]): [number, number][] {
  return bounds.slice(1).map((end, i) => [bounds[i] ?? end, end])
}

function valueIn(event: TestEvent, field: Field): Value {
  if (typeof field !== 'string') {
    const named = field.tag.find(name => Object.hasOwn(event.tags, name) && event.tags[name] !== '')
    return named === undefined ? '' : (event.tags[named] ?? '')
  }
  if (field === 'host' || field === 'program' || field === 'message') return event[field]
  if (field === 'severity' || field === 'facility' || field === 'status') return event[field]
  throw new Error(`this oracle knows no field ${field}`)
}

/** The frequency of each value, most frequent first, ties by value. */
function countedBy<T extends Value>(values: readonly T[]): [T, number][] {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || inOrder([a[0]], [b[0]]))
}

/** The values from which a key was made. */
function valuesOf(key: string): Value[] {
  // The key was made from values.
  return JSON.parse(key) as Value[]
}

/** Numbers as numbers, text by code point, the order of UTF-8. */
function inOrder(a: readonly Value[], b: readonly Value[]): number {
  for (const [i, one] of a.entries()) {
    const other = b[i] ?? ''
    const order =
      typeof one === 'number' && typeof other === 'number'
        ? one - other
        : Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)))
    if (order !== 0) return order
  }
  return 0
}
