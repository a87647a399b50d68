import { useMemo, useState } from 'react'
import { showToast } from '../components/toast.tsx'
import { findKnownTag, lookUpTags } from './known-tags.ts'
import { type Pill, pillText, withPill } from './pill.ts'
import { maxPills } from './search-state.ts'
import { type AmbiguousTerm, noTags, parseTypedQuery, type TermKeptAsText } from './typed-query.ts'
import type { SearchControl } from './use-search-state.ts'

interface TypedSearchControl {
  /** Runs a search as typed; its conditions become filters. Answers what is left of its text, once that is known. */
  run: (typed: string) => Promise<string>
  /** What of the last search became filters, for as long as that search stands. */
  filterTerms: readonly AmbiguousTerm[]
  /** What of the search looks like a condition and is searched as words. */
  textTerms: readonly TermKeptAsText[]
  /** Searches a piece that became a filter as words instead. */
  searchAsText: (turned: AmbiguousTerm) => void
}

/** Makes filters of the conditions that are typed or pasted into the search, and remembers what they were. */
export function useTypedSearch({ state, change }: SearchControl, retry: () => void): TypedSearchControl {
  const [last, setLast] = useState<{ turned: AmbiguousTerm[]; before: readonly Pill[]; result: string }>()
  const textTerms = useMemo(() => parseTypedQuery(state.text, noTags).textTerms, [state.text])

  const apply = (typed: string, before: readonly Pill[]): string => {
    const { text, pills, filterTerms } = parseTypedQuery(typed.trim(), findKnownTag)
    const after = pills.reduce(withPill, [...before])
    if (after.length > maxPills) {
      showToast(`At most ${maxPills} filters: nothing was changed`)
      return typed
    }
    setLast(
      filterTerms.length === 0 ? undefined : { turned: filterTerms, before, result: keyOf(text, after) },
    )
    if (keyOf(text, after) === keyOf(state.text, state.pills)) retry()
    else change({ text, pills: after })
    return text
  }
  return {
    run: async typed => {
      const names = parseTypedQuery(typed, findKnownTag).textTerms.map(ask => ask.name)
      if (names.length > 0) await lookUpTags(names)
      return apply(typed, state.pills)
    },
    filterTerms: last?.result === keyOf(state.text, state.pills) ? last.turned : [],
    textTerms,
    searchAsText: ({ text }) => last && apply(text, last.before),
  }
}

function keyOf(text: string, pills: readonly Pill[]): string {
  return JSON.stringify([text, pills.map(pillText)])
}
