import { useMemo, useState } from 'react'
import { showToast } from '../components/toast.tsx'
import { findKnownTag, lookUpTags } from './known-tags.ts'
import { type Pill, pillText, withPill } from './pill.ts'
import { maxPills } from './search-state.ts'
import { type AmbiguousTerm, noTags, parseTypedQuery, type TermKeptAsText } from './typed-query.ts'
import type { SearchControl } from './use-search-state.ts'

interface TypedSearchControl {
  /** Runs a typed search; its conditions become filters. Resolves to the remaining text. */
  run: (typed: string) => Promise<string>
  filterTerms: readonly AmbiguousTerm[]
  textTerms: readonly TermKeptAsText[]
  /** Searches a term that became a filter as text instead. */
  searchAsText: (term: AmbiguousTerm) => void
}

/** Turns typed conditions into filters, and can undo that for each. */
export function useTypedSearch({ state, change }: SearchControl, retry: () => void): TypedSearchControl {
  const [last, setLast] = useState<{
    filterTerms: AmbiguousTerm[]
    before: readonly Pill[]
    result: string
  }>()
  const textTerms = useMemo(() => parseTypedQuery(state.text, noTags).textTerms, [state.text])

  const apply = (typed: string, before: readonly Pill[]): string => {
    const { text, pills, filterTerms } = parseTypedQuery(typed.trim(), findKnownTag)
    const after = pills.reduce(withPill, [...before])
    if (after.length > maxPills) {
      showToast(`At most ${maxPills} filters: nothing was changed`)
      return typed
    }
    setLast(filterTerms.length === 0 ? undefined : { filterTerms, before, result: keyOf(text, after) })
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
    filterTerms: last?.result === keyOf(state.text, state.pills) ? last.filterTerms : [],
    textTerms,
    searchAsText: ({ text }) => last && apply(text, last.before),
  }
}

function keyOf(text: string, pills: readonly Pill[]): string {
  return JSON.stringify([text, pills.map(pillText)])
}
