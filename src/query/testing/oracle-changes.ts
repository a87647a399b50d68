import { patternText } from '../../filter/templates/pattern-text.ts'
import type { ChangedValue, ChangesParams, ChangesResults } from '../../schema/query/changes.ts'
import { mayBeChance, shareScore } from '../kinds/share-change.ts'
import { type OracleEvent, occurrencesIn } from './events.ts'
import { byName, countIn, type Value, valueIn } from './oracle-counts.ts'
import { templateOf } from './oracle-patterns.ts'
import { type OracleRange, oracleRange } from './oracle-range.ts'

const fields = ['host', 'program', 'severity', 'cisco_mnemonic'] as const
/** Fields that hide tags of the same names. */
const hiding = new Set(['host', 'message', 'severity', 'template'])

interface Counted {
  field: string
  value: Value
  count: number
  before: number
}

/**
 * The expected answer of a Changes query, from all occurrences. Scores are computed by the product's code,
 * which has its own test.
 */
export function oracleChanges(
  matching: readonly OracleEvent[],
  { time_range = {}, compare_to, limit = 20 }: ChangesParams,
  range: OracleRange,
  defaultTimezone: string,
): ChangesResults {
  const { from, to, now } = range
  const { timezone = defaultTimezone } = time_range
  const elapsed = Math.max(0, Math.min(to, Math.ceil(now)) - from)
  const other =
    compare_to === undefined
      ? { from: Math.max(0, from - elapsed), to: from }
      : oracleRange(compare_to, now, compare_to.timezone ?? timezone)
  const seconds: [from: number, to: number][] =
    from === to
      ? [[other.from, other.to]]
      : [
          [other.from, Math.min(other.to, from)],
          [Math.max(other.from, to), other.to],
        ]
  const periods = seconds.filter(([start, end]) => start < end)
  const isBefore = (at: number) => periods.some(([start, end]) => at >= start * 1e6 && at < end * 1e6)
  const counts = new Map<string, Counted>()
  for (const event of matching) {
    const now = occurrencesIn(event, from, to).length
    const before = event.occurrences.filter(isBefore).length
    for (const [field, value] of valuesOf(event)) {
      if (value === '' || now + before === 0) continue
      const key = JSON.stringify([field, value])
      const known = counts.get(key) ?? { field, value, count: 0, before: 0 }
      counts.set(key, { ...known, count: known.count + now, before: known.before + before })
    }
  }
  const total = countIn(matching, from, to)
  const totalBefore = matching.reduce((sum, event) => sum + event.occurrences.filter(isBefore).length, 0)
  const changed = [...counts.values()]
    .map(each => ({ ...each, total, totalBefore }))
    .filter(each => !mayBeChance(each))
    .map(each => ({ ...each, score: shareScore(each) }))
    .sort((a, b) => b.score - a.score || byName(a.field, b.field) || byName(a.value, b.value))
  return {
    totals: {
      ts_from: from,
      ts_to: to,
      count: total,
      before: { periods: periods.map(([ts_from, ts_to]) => ({ ts_from, ts_to })), count: totalBefore },
      values: changed.slice(0, limit).map(({ field, value, count, before, score }): ChangedValue => {
        const shown = field === 'template' ? patternText(String(value)) : value
        return {
          field,
          value: shown,
          count,
          count_before: before,
          share: count / total,
          share_before: before / totalBefore,
          score,
          filter: [
            field === 'template'
              ? { field: 'message', op: '|>', value: shown }
              : { field, op: 'eq', value: shown, ignore_case: false },
          ],
        }
      }),
      changed: changed.length,
    },
  }
}

function valuesOf(event: OracleEvent): [field: string, value: Value][] {
  return [
    ...fields.map((field): [string, Value] => [field, valueIn(event, field)]),
    ['template', templateOf(event)],
    ...Object.entries(event.fields.tags).map(([name, value]): [string, Value] => [
      hiding.has(name) ? `ut_${name}` : name,
      value ?? '',
    ]),
  ]
}
