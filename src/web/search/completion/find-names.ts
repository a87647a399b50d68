import { type FindName, lookUpNames } from '../../../filter/typed/name-words.ts'
import type { TimeRange } from '../../../schema/time-range.ts'
import { queryApi } from '../../live/query-api.ts'

/** A search begins without the names if they are not found by then. */
const timeoutMs = 1_000

/** Finds which words are hosts or programs of a range. Never rejects. */
export async function findNames(words: readonly string[], range: TimeRange): Promise<FindName> {
  const signal = AbortSignal.timeout(timeoutMs)
  return await lookUpNames(words, range, async lookup => {
    const { query_id, results } = await queryApi.create(lookup, signal)
    queryApi.remove(query_id)
    return results
  })
}
