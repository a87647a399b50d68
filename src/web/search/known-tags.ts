import { useEffect } from 'react'
import type { EventRecord } from '../../schema/event-record.ts'
import { readTagNames } from '../api/tags.ts'
import { Observable } from '../state/observable.ts'

/** Names of tags that exist, as far as this page has seen. */
const knownTags = new Observable<ReadonlySet<string>>(new Set())
const maxKnownTags = 5_000
/** Lookups by name, oldest first. */
const lookups = new Map<string, Promise<unknown>>()
const maxLookups = 200
/** The API matches by prefix; the name itself is among the first matches. */
const maxPrefixMatches = 5
const lookupTimeoutMs = 2_000

/** The known tag of this name, or the only one that differs in case alone: names of tags are case-sensitive. */
export function findKnownTag(name: string): string | undefined {
  const names = knownTags.get()
  if (names.has(name)) return name
  const lower = name.toLowerCase()
  const alike = [...names].filter(one => one.toLowerCase() === lower)
  return alike.length === 1 ? alike[0] : undefined
}

/** Adds the tags of displayed events to the known ones. */
export function useAddKnownTags(events: readonly EventRecord[]): void {
  useEffect(() => addKnownTags(events.flatMap(event => Object.keys(event.user_tags))), [events])
}

/** Looks up each unknown name once; resolves when all are looked up, or after 2 s. */
export async function lookUpTags(names: readonly string[]): Promise<void> {
  const open = names.filter(name => findKnownTag(name) === undefined).slice(0, 10)
  await Promise.all(open.map(name => lookups.get(name) ?? startLookup(name)))
}

function startLookup(name: string): Promise<unknown> {
  // After a timeout the condition is searched as text, and the page says so.
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

/** Adds names that the service has listed. */
export function addKnownTags(names: readonly string[]): void {
  const before = knownTags.get()
  const added = new Set(names.filter(name => !before.has(name)))
  if (added.size > 0 && before.size + added.size <= maxKnownTags)
    knownTags.set(new Set([...before, ...added]))
}
