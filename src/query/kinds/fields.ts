import { parseFieldName } from '../../filter/predicate/field.ts'
import { readsMessages } from '../../filter/predicate/message-use.ts'
import type { Predicate } from '../../filter/predicate/predicate.ts'
import type { Field } from '../../storage/contract/field.ts'
import type { ParamFault } from '../param-fault.ts'

/**
 * The field to count by its name in params: a name of conditions, or `actionable`, the old name of status.
 * Undefined for counter, first_occurrence and last_occurrence.
 */
export function countedField(name: string): Field | undefined {
  const filterField = parseFieldName(name === 'actionable' ? 'status' : name)
  if (filterField.kind === 'message') return 'message'
  const { field } = filterField
  const isCounted = field !== 'counter' && field !== 'first_occurrence' && field !== 'last_occurrence'
  return isCounted ? field : undefined
}

/** The field of a name that has no `fieldFaults`. */
export function fieldOf(name: string): Field {
  const field = countedField(name)
  if (field === undefined) throw new Error(`${name} is not a field that values are counted of`)
  return field
}

/** The fault of a name whose values cannot be counted. `path`: of the param. */
export function fieldFaults(path: string, name: string): ParamFault[] {
  if (countedField(name) !== undefined) return []
  return [
    { path, message: `values of ${name} cannot be counted; expected another field or the name of a tag` },
  ]
}

/** Whether two names stand for the same field. */
export function sameField(a: string, b: string): boolean {
  return JSON.stringify(countedField(a)) === JSON.stringify(countedField(b))
}

/** Whether a field may have too many values for this process, so that the engine must count them. */
export function isUnbounded(field: Field): boolean {
  return field === 'message' || typeof field === 'object'
}

/** Cost per row of evaluating a predicate. Messages are far larger than the other columns. */
export function rowCost(predicate: Predicate): 'columns' | 'scan' {
  return readsMessages(predicate) ? 'scan' : 'columns'
}

/** How a predicate reads messages: not at all, through the index of words only, or by scanning them. */
export function messageUse(predicate: Predicate): 'unread' | 'index' | 'scanned' {
  if (readsMessages(predicate)) return 'scanned'
  return hasPhrase(predicate) ? 'index' : 'unread'
}

function hasPhrase(predicate: Predicate): boolean {
  switch (predicate.kind) {
    case 'all':
    case 'some':
      return predicate.of.some(hasPhrase)
    case 'not':
      return hasPhrase(predicate.of)
    default:
      return predicate.kind === 'phrase'
  }
}
