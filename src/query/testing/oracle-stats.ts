import type { StatsGroup, StatsParams, StatsResults } from '../../schema/query/stats.ts'
import type { StatsFunction } from '../../schema/query/stats-functions.ts'
import { type OracleEvent, occurrencesIn } from './events.ts'
import { byName, type Value, valueIn } from './oracle-counts.ts'
import { periodsOf } from './oracle-event-rate.ts'
import type { OracleRange } from './oracle-range.ts'

/** The values of `field` of a group's occurrences: one for each occurrence. */
interface Group {
  group: Value[]
  found: Value[]
}

/** The expected answer of a Stats query, from all occurrences. */
export function oracleStats(
  matching: readonly OracleEvent[],
  params: StatsParams,
  range: OracleRange,
): StatsResults {
  const { functions = ['count'], limit = 10, ascending = false, with_subperiods = false } = params
  const { from, to } = range
  const first = functions[0] ?? 'count'
  const results = (group: Group): StatsGroup => ({
    group: group.group,
    values: Object.fromEntries(functions.map(name => [name, figure(name, group.found)])),
  })
  const ranked = groupsIn(matching, params, from, to).sort((a, b) => {
    const [x, y] = [figure(first, a.found), figure(first, b.found)]
    if (x === null || y === null) {
      if (x !== y) return x === null ? 1 : -1
    } else if (x !== y) return ascending ? x - y : y - x
    return a.group.reduce<number>((order, value, i) => order || byName(value, b.group[i] ?? ''), 0)
  })
  const top = ranked.slice(0, limit)
  const totals = { ts_from: from, ts_to: to, groups: ranked.length, values: top.map(results) }
  if (!with_subperiods) return { totals }
  const details = periodsOf(range).map(({ ts_from, ts_to }) => {
    const groups = groupsIn(matching, params, ts_from, ts_to)
    const found = (group: readonly Value[]) =>
      groups.find(each => each.group.every((value, i) => value === group[i]))?.found ?? []
    return { ts_from, ts_to, values: top.map(({ group }) => results({ group, found: found(group) })) }
  })
  return { totals, details }
}

function groupsIn(
  events: readonly OracleEvent[],
  { group_by = [], field = '', ignore_empty = true }: StatsParams,
  from: number,
  to: number,
): Group[] {
  const groups = new Map<string, Group>()
  if (group_by.length === 0) groups.set('[]', { group: [], found: [] })
  for (const event of events) {
    const occurrences = occurrencesIn(event, from, to).length
    const group = group_by.map(name => valueIn(event, name))
    if (occurrences === 0 || (ignore_empty && group.includes(''))) continue
    const key = JSON.stringify(group)
    const { found } = groups.get(key) ?? { found: [] }
    groups.set(key, {
      group,
      found: [...found, ...new Array<Value>(occurrences).fill(valueIn(event, field))],
    })
  }
  return [...groups.values()]
}

function figure(name: StatsFunction, found: readonly Value[]): number | null {
  if (name === 'count') return found.length
  if (name === 'distinct') return new Set(found.filter(value => value !== '')).size
  const numbers = found
    .filter(value => /^-?[0-9]+(\.[0-9]+)?$/.test(String(value)))
    .map(Number)
    .sort((a, b) => a - b)
  if (numbers.length === 0) return null
  const sum = numbers.reduce((all, number) => all + number, 0)
  switch (name) {
    case 'sum':
      return sum
    case 'avg':
      return sum / numbers.length
    case 'min':
      return numbers[0] ?? null
    case 'max':
      return numbers.at(-1) ?? null
    default: {
      const share = Number(name.slice(1)) / 100
      return numbers[Math.max(1, Math.ceil(share * numbers.length)) - 1] ?? null
    }
  }
}
