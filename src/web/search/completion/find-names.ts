import { lookUpNames } from '../../../filter/typed/name-lookups.ts'
import type { FindName } from '../../../filter/typed/name-words.ts'
import type { TimeRange } from '../../../schema/time-range.ts'
import { findTags } from '../../api/tags.ts'
import { completeAnswer } from '../../live/complete-answer.ts'
import { queryApi } from '../../live/query-api.ts'
import { realClock } from '../../state/clock.ts'

/** After this time, a search runs without the names that have not been found. */
const timeoutMs = 1_000

/** Finds which words are hosts, programs or values of tags of a range. Never rejects. */
export async function findNames(words: readonly string[], range: TimeRange): Promise<FindName> {
  const late = new Promise<never>((_, reject) =>
    realClock.after(timeoutMs, () => reject(new Error('the names were not found in time'))),
  )
  // Without it, a late rejection while nothing waits would be unhandled.
  late.catch(() => {})
  return await lookUpNames(words, range, {
    ask: async lookup => {
      const { results } = await Promise.race([completeAnswer(queryApi, realClock, lookup), late])
      return results
    },
    listTags: query =>
      Promise.race([findTags(String(new URLSearchParams(query)), AbortSignal.timeout(timeoutMs)), late]),
  })
}
