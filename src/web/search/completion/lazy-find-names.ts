import { type FindName, noNames } from '../../../filter/typed/name-words.ts'
import type { TimeRange } from '../../../schema/time-range.ts'

/** Finds which words are names. Its code is loaded with the first words. Never rejects. */
export async function lazyFindNames(words: readonly string[], range: TimeRange): Promise<FindName> {
  if (words.length === 0) return noNames
  return await import('./find-names.ts').then(
    ({ findNames }) => findNames(words, range),
    () => noNames,
  )
}
