import { minuteText } from '../../charts/time-text.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'
import { parseJson } from '../api/http/request.ts'
import type { ListedSlowQuery } from '../api/system.ts'

const maxLength = 160

/** The params of a query in one line for tables, such as `host · last 1 hours · message : error`. */
export function queryLine(params: Record<string, unknown>): string {
  const { field, time_range: range, filter } = params
  const parts: string[] = []
  if (typeof field === 'string') parts.push(field)
  if (isObject(range)) parts.push(rangeText(range))
  if (Array.isArray(filter))
    for (const condition of filter) if (isObject(condition)) parts.push(conditionText(condition))
  const text = parts.filter(part => part !== '').join(' · ')
  return text.length > maxLength ? `${truncateText(text, maxLength - 1)}…` : text
}

/** A slow query in one line: its range and its filter, which is JSON unless the service has shortened it. */
export function slowQueryLine({ from, to, filter }: Pick<ListedSlowQuery, 'from' | 'to' | 'filter'>): string {
  const range = from === null || to === null ? {} : { time_range: { ts_from: from, ts_to: to } }
  const conditions = parseJson(filter)
  return Array.isArray(conditions)
    ? queryLine({ ...range, filter: conditions })
    : [queryLine(range), filter].join(' · ')
}

/** A preset such as `last 1 hours`, or start and end in UTC. */
function rangeText({ preset, ts_from: from, ts_to: to }: Record<string, unknown>): string {
  if (typeof preset === 'string') return preset.replaceAll('_', ' ')
  if (typeof from !== 'number' || typeof to !== 'number') return ''
  return `${minuteText(from, 'UTC')} – ${minuteText(to, 'UTC')} UTC`
}

function conditionText({ field, op, value }: Record<string, unknown>): string {
  const values = Array.isArray(value) ? value.join(', ') : value
  return `${String(field ?? '')} ${op === undefined || op === 'qp' ? ':' : String(op)} ${String(values ?? '')}`
}
