import { isObject } from '../../../schema/text/json-object.ts'

/** Design token for events of a filter: only filters for errors and worse have their colour. */
export function rateColour(filter: unknown): string {
  for (const condition of Array.isArray(filter) ? filter : []) {
    if (!isObject(condition) || condition.field !== 'severity') continue
    const op = condition.op ?? 'eq'
    const values = (Array.isArray(condition.value) ? condition.value : [condition.value]).map(Number)
    const worst =
      op === 'le' || op === 'eq' ? Math.max(...values) : op === 'lt' ? Math.max(...values) - 1 : Number.NaN
    if (worst <= 3) return '--bar-error'
    if (worst === 4 && op === 'eq' && values.length === 1) return '--bar-warning'
  }
  return '--bar'
}
