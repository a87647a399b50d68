import { type FindName, lookUpNames, noNames } from '../../../filter/typed/name-words.ts'
import type { TimeRange } from '../../../schema/time-range.ts'
import { completeAnswer } from '../../live/complete-answer.ts'
import { queryApi } from '../../live/query-api.ts'
import { realClock } from '../../state/clock.ts'

/** After this time, a search runs without the names that have not been found. */
const timeoutMs = 1_000

/** Finds which words are hosts or programs of a range. Never rejects. */
export async function findNames(words: readonly string[], range: TimeRange): Promise<FindName> {
  if (words.length === 0) return noNames
  const late = new Promise<never>((_, reject) =>
    realClock.after(timeoutMs, () => reject(new Error('the names were not found in time'))),
  )
  return await lookUpNames(words, range, async lookup => {
    const { results } = await Promise.race([completeAnswer(queryApi, realClock, lookup), late])
    return results
  })
}
