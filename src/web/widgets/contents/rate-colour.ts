import { parseSeverity } from '../../../filter/predicate/severity-words.ts'
import { isObject } from '../../../schema/text/json-object.ts'

/** Design token for the events of a filter: the colour of errors or warnings if it passes only these. */
export function rateColour(filter: unknown): string {
  for (const condition of Array.isArray(filter) ? filter : []) {
    if (!isObject(condition) || condition.field !== 'severity') continue
    const op = condition.op ?? 'eq'
    const values = (Array.isArray(condition.value) ? condition.value : [condition.value]).map(parseSeverity)
    if (values.includes(-1)) continue
    // A higher number is less severe. Other operators have no upper bound, so NaN: all comparisons fail.
    let leastSevere = Number.NaN
    if (op === 'le' || op === 'eq') leastSevere = Math.max(...values)
    if (op === 'lt') leastSevere = Math.max(...values) - 1
    if (leastSevere <= 3) return '--bar-error'
    if (leastSevere === 4 && op === 'eq' && values.length === 1) return '--bar-warning'
  }
  return '--bar'
}
