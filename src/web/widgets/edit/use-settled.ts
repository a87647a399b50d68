import { useDebounced } from '../../components/use-debounced.ts'

const settleMs = 400

/**
 * The value of a form for its preview: it follows when typing pauses, so that the preview does not run a
 * query for each letter. Pass a value that keeps its identity until it changes.
 */
export function useSettled<T>(value: T): T {
  return useDebounced(value, settleMs)
}
