import { parseSeverity } from '../../../filter/predicate/severity-words.ts'
import { isObject } from '../../../schema/text/json-object.ts'

/**
 * CSS variable of the colour for events that pass a filter: the colour of errors if it passes only errors and
 * more severe events, of warnings if only warnings, and else the colour of all events.
 */
export function rateColour(filter: unknown): string {
  for (const condition of Array.isArray(filter) ? filter : []) {
    if (!isObject(condition) || condition.field !== 'severity') continue
    const op = condition.op ?? 'eq'
    const values = (Array.isArray(condition.value) ? condition.value : [condition.value]).map(parseSeverity)
    // -1 is a value that is no severity.
    if (values.includes(-1)) continue
    // The highest number that passes. With other operators any may: NaN makes all comparisons false.
    let leastSevere = Number.NaN
    if (op === 'le' || op === 'eq') leastSevere = Math.max(...values)
    if (op === 'lt') leastSevere = Math.max(...values) - 1
    if (leastSevere <= 3) return '--bar-error'
    if (leastSevere === 4 && op === 'eq' && values.length === 1) return '--bar-warning'
  }
  return '--bar'
}
