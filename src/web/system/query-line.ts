import { minuteText } from '../../charts/time-text.ts'
import { isObject } from '../../schema/text/json-object.ts'

const maxLength = 160

/** The params of a query in one line: field, range and filter, in short form for tables. */
export function queryLine(params: Record<string, unknown>): string {
  const { field, time_range: range, filter } = params
  const parts: string[] = []
  if (typeof field === 'string') parts.push(field)
  if (isObject(range)) parts.push(rangeText(range))
  if (Array.isArray(filter))
    for (const condition of filter) if (isObject(condition)) parts.push(conditionText(condition))
  const text = parts.filter(part => part !== '').join(' · ')
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
}

function rangeText({ preset, ts_from: from, ts_to: to }: Record<string, unknown>): string {
  if (typeof preset === 'string') return preset.replaceAll('_', ' ')
  if (typeof from !== 'number' || typeof to !== 'number') return ''
  return `${minuteText(from, 'UTC')} – ${minuteText(to, 'UTC')} UTC`
}

function conditionText({ field, op, value }: Record<string, unknown>): string {
  const values = Array.isArray(value) ? value.join(', ') : value
  return `${String(field ?? '')} ${op === undefined || op === 'qp' ? ':' : String(op)} ${String(values ?? '')}`
}
