import { useMemo, useState } from 'react'
import { say } from '../parts/toast.tsx'
import { knownTagNamed, lookUpTags } from './known-tags.ts'
import { type Pill, pillText, withPill } from './pill.ts'
import { maxPills } from './search-state.ts'
import { type LeftAsWords, noTags, type OtherMeaning, readTyped } from './typed-pills.ts'
import type { SearchControl } from './use-search-state.ts'

interface TypedControl {
  /** Runs a search as typed; its conditions become filters. Answers what is left of its text, once that is known. */
  run: (typed: string) => Promise<string>
  /** What of the last search became filters, for as long as that search stands. */
  turned: readonly OtherMeaning[]
  /** What of the search looks like a condition and is searched as words. */
  asks: readonly LeftAsWords[]
  /** Searches a piece that became a filter as words instead. */
  takeAsWords: (turned: OtherMeaning) => void
}

/** Makes filters of the conditions that are typed or pasted into the search, and remembers what they were. */
export function useTypedSearch({ state, change }: SearchControl, retry: () => void): TypedControl {
  const [last, setLast] = useState<{ turned: OtherMeaning[]; before: readonly Pill[]; result: string }>()
  const asks = useMemo(() => readTyped(state.text, noTags).asks, [state.text])

  const apply = (typed: string, before: readonly Pill[]): string => {
    const { text, pills, turned } = readTyped(typed.trim(), knownTagNamed)
    const after = pills.reduce(withPill, [...before])
    if (after.length > maxPills) {
      say(`At most ${maxPills} filters: nothing was changed`)
      return typed
    }
    setLast(turned.length === 0 ? undefined : { turned, before, result: keyOf(text, after) })
    if (keyOf(text, after) === keyOf(state.text, state.pills)) retry()
    else change({ text, pills: after })
    return text
  }
  return {
    run: async typed => {
      const names = readTyped(typed, knownTagNamed).asks.map(ask => ask.name)
      if (names.length > 0) await lookUpTags(names)
      return apply(typed, state.pills)
    },
    turned: last?.result === keyOf(state.text, state.pills) ? last.turned : [],
    asks,
    takeAsWords: ({ text }) => last && apply(text, last.before),
  }
}

function keyOf(text: string, pills: readonly Pill[]): string {
  return JSON.stringify([text, pills.map(pillText)])
}
