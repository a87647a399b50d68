import { fieldText } from '../../charts/name-text.ts'
import { statsTitle } from '../../charts/stats-text.ts'
import { spanText } from '../../charts/time-text.ts'
import type { StatsParams } from '../../schema/query/stats.ts'
import { isObject } from '../../schema/text/json-object.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import { reportTexts } from '../texts/reports.ts'
import { presetText } from '../time/range-text.ts'

const { query: texts } = reportTexts

/** A query in words, such as `All events with “link down” and 2 filters, last hour`. */
export function queryText(
  { type, params }: { type: string; params: Readonly<Record<string, unknown>> },
  zone: string,
): string {
  return `${subjectText(type, params)}${filterText(params.filter)}${timeText(params.time_range, zone)}`
}

/** What a query counts or lists; the name of its type for types without a text. */
function subjectText(type: string, params: Readonly<Record<string, unknown>>): string {
  const { field, limit } = params
  const name = typeof field === 'string' ? fieldText(field).toLowerCase() : ''
  if (type === 'Search') return texts.events
  if (type === 'Patterns') return texts.patterns
  if (type === 'Changes') return texts.changes
  if (type === 'FieldStats') return texts.statistics(name)
  // The service has checked the params, or this page created them.
  if (type === 'Stats') return statsTitle(params as StatsParams)
  if (type === 'EventRate') return texts.rate
  if (type === 'TopN') return texts.top(limit === undefined ? undefined : String(limit), name)
  if (type === 'LastN') return texts.last(limit === undefined ? undefined : String(limit), name)
  return type
}

function filterText(filter: unknown): string {
  if (!Array.isArray(filter) || filter.length === 0) return ''
  const conditions: unknown[] = filter
  const words = conditions.map(searchExpression).filter(text => text !== undefined)
  const otherCount = filter.length - words.length
  const parts = [...words.map(text => `“${text}”`), ...(otherCount > 0 ? [texts.filters(otherCount)] : [])]
  return texts.having(parts)
}

/** The expression of a message search; undefined for any other condition. */
function searchExpression(condition: unknown): string | undefined {
  return isObject(condition) && condition.op === 'qp' ? String(condition.value) : undefined
}

function timeText(range: unknown, zone: string): string {
  if (!isObject(range)) return ''
  // The service has checked the params, or this page created them.
  const { preset, ts_from: from, ts_to: to } = range as TimeRange
  if (preset !== undefined) return `, ${presetText(preset).toLowerCase()}`
  return from !== undefined && to !== undefined && from > 0 && to > 0 ? `, ${spanText(from, to, zone)}` : ''
}
