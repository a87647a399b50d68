import { fieldText } from '../../charts/name-text.ts'
import { spanText } from '../../charts/time-text.ts'
import { isObject } from '../../schema/json-object.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import { presetText } from '../time/range.ts'

/** A query in words: All events with “link down” and 2 filters, last hour. */
export function queryText(
  { type, params }: { type: string; params: Readonly<Record<string, unknown>> },
  zone: string,
): string {
  return `${subjectText(type, params)}${filterText(params.filter)}${timeText(params.time_range, zone)}`
}

function subjectText(type: string, { field, limit }: Readonly<Record<string, unknown>>): string {
  const name = typeof field === 'string' ? fieldText(field).toLowerCase() : ''
  if (type === 'Search') return 'All events'
  if (type === 'Patterns') return 'Patterns of messages'
  if (type === 'FieldStats') return `Statistics of ${name}`
  if (type === 'EventRate') return 'Events over time'
  if (type === 'TopN') return `Top ${limit ?? 'values'} by ${name}`
  if (type === 'LastN') return `Last ${limit ?? 'values'} seen by ${name}`
  return type
}

function filterText(filter: unknown): string {
  if (!Array.isArray(filter) || filter.length === 0) return ''
  const conditions: unknown[] = filter
  const words = conditions.map(searchExpression).filter(text => text !== undefined)
  const others = filter.length - words.length
  const parts = [
    ...words.map(text => `“${text}”`),
    ...(others > 0 ? [`${others} ${others === 1 ? 'filter' : 'filters'}`] : []),
  ]
  return ` with ${parts.join(' and ')}`
}

/** The expression of a message search; undefined for any other condition. */
function searchExpression(condition: unknown): string | undefined {
  return isObject(condition) && condition.op === 'qp' ? String(condition.value) : undefined
}

function timeText(range: unknown, zone: string): string {
  if (!isObject(range)) return ''
  // The service has checked the params, or this page made them.
  const { preset, ts_from: from, ts_to: to } = range as TimeRange
  if (preset !== undefined) return `, ${presetText(preset).toLowerCase()}`
  return from !== undefined && to !== undefined && from > 0 && to > 0 ? `, ${spanText(from, to, zone)}` : ''
}
