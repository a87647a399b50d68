import { useDebounced } from '../../components/use-debounced.ts'

const settleMs = 400

/**
 * The value once it has been the same for 400 ms, so that a preview does not run a query for each letter.
 * Pass a value that keeps its identity until it changes.
 */
export function useSettled<T>(value: T): T {
  return useDebounced(value, settleMs)
}
