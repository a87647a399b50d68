import type { Fault } from '../../schema/fault.ts'
import { validationFault } from '../param-fault.ts'

/**
 * Maximum distinct values of a field that are counted in this process; the engine ranks the values of fields
 * with more.
 */
export const maxValues = 200_000

/** Maximum (period, value) pairs in a state, in a read and in an answer. */
export const maxEntries = 500_000

/** The Fault of an answer with more than `maxEntries` (period, value) pairs. */
export function tooLarge(): Fault {
  return validationFault([
    { path: 'limit', message: 'periods times values come to more than 500,000; expected fewer of either' },
  ])
}
