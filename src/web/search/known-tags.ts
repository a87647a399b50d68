import { useEffect } from 'react'
import type { EventRecord } from '../../schema/event-record.ts'
import { readTagNames } from '../api/tags.ts'
import { Observable } from '../state/observable.ts'

/** Names of tags that events are known to have, as long as this page is open. */
const knownTags = new Observable<ReadonlySet<string>>(new Set())
const maxKnownTags = 5_000
/** Names that were asked for, with the answer. Oldest first. */
const lookups = new Map<string, Promise<unknown>>()
const maxLookups = 200
/** Names that begin as the one that was typed, in any case: it is among the first of them, unless very many are longer. */
const maxPrefixMatches = 5
const lookupTimeoutMs = 2_000

/**
 * The known tag of that name, or else the only one that differs in nothing but its case: names of tags are
 * case-sensitive, and a filter on one that no event has would find nothing.
 */
export function findKnownTag(name: string): string | undefined {
  const names = knownTags.get()
  if (names.has(name)) return name
  const lower = name.toLowerCase()
  const alike = [...names].filter(one => one.toLowerCase() === lower)
  return alike.length === 1 ? alike[0] : undefined
}

/** Remembers the tags of events that are on the page. */
export function useAddKnownTags(events: readonly EventRecord[]): void {
  useEffect(() => addKnownTags(events.flatMap(event => Object.keys(event.user_tags))), [events])
}

/** Asks the service for each name that is not known yet, once, whether events have such a tag; answers when it is known or 2 s have passed. */
export async function lookUpTags(names: readonly string[]): Promise<void> {
  const open = names.filter(name => findKnownTag(name) === undefined).slice(0, 10)
  await Promise.all(open.map(name => lookups.get(name) ?? startLookup(name)))
}

function startLookup(name: string): Promise<unknown> {
  // Whoever is not answered in time searches words, and is told so.
  const answer = readTagNames(name, maxPrefixMatches, AbortSignal.timeout(lookupTimeoutMs)).then(
    addKnownTags,
    () => lookups.delete(name),
  )
  lookups.set(name, answer)
  for (const oldest of lookups.keys()) {
    if (lookups.size <= maxLookups) break
    lookups.delete(oldest)
  }
  return answer
}

function addKnownTags(names: readonly string[]): void {
  const before = knownTags.get()
  const added = new Set(names.filter(name => !before.has(name)))
  if (added.size > 0 && before.size + added.size <= maxKnownTags)
    knownTags.set(new Set([...before, ...added]))
}
