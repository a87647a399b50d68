import { useEffect } from 'react'
import { fieldNamed } from '../../../filter/typed/condition-pill.ts'
import { fieldReadAs, withoutAt } from '../../../filter/typed/other-names.ts'
import { tagLookups, tagNamed } from '../../../filter/typed/tag-lookup.ts'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import type { TimeRange } from '../../../schema/time-range.ts'
import { type Range, rangeKey } from '../../../time/range.ts'
import { findTags, readTags } from '../../api/tags.ts'
import { Observable } from '../../state/observable.ts'
import { useRead } from '../../state/use-read.ts'
import type { TagCount } from './suggestions.ts'

/** The limit of the API. */
const maxTags = 1_000
/** The tags of a range are read again after this time. */
const staleTimeMs = 60_000

/** The tags of the events of a range. */
export interface RangeTags {
  list: readonly TagCount[]
  /** Whether the list has every tag of the range. */
  isComplete: boolean
}

/**
 * The tags of the events of a range; undefined until they are known. If a range has more tags than the API
 * lists, tags with the prefix are read instead.
 */
export function useRangeTags(
  range: Range,
  zone: string,
  prefix: string,
  enabled: boolean,
): RangeTags | undefined {
  const all = useTags(range, zone, '', enabled)
  const isComplete = all !== undefined && all.total <= all.list.length
  const byPrefix = useTags(range, zone, prefix, enabled && all !== undefined && !isComplete && prefix !== '')
  useEffect(() => {
    addKnownTags([...(all?.list ?? []), ...(byPrefix?.list ?? [])].map(({ name }) => name))
  }, [all, byPrefix])
  return all && { list: byPrefix?.list ?? all.list, isComplete }
}

/** The tags of a range that begin with a prefix; undefined until they are read. */
function useTags(range: Range, zone: string, prefix: string, enabled: boolean) {
  const { data } = useRead(
    ['tags', rangeKey(range), zone, prefix],
    signal => readTags(range, zone, prefix, maxTags, signal),
    {
      enabled,
      staleTime: staleTimeMs,
      // Suggestions are optional: if the request fails, none are shown.
      retry: false,
    },
  )
  return data
}

/** Names of existing tags that this page has seen. */
const knownTags = new Observable<ReadonlySet<string>>(new Set())
const maxKnownTags = 5_000
/** Lookups of tags by their query, oldest first. A failed lookup is removed, so that it can be repeated. */
const lookups = new Map<string, Promise<unknown>>()
const maxLookups = 200
const lookupTimeoutMs = 2_000

/** The known tag of this name. */
export function findKnownTag(name: string): string | undefined {
  return tagNamed(name, knownTags.get())
}

/** The field or known tag that a typed name stands for; otherwise the name itself. */
export function typedName(name: string): string {
  const plain = withoutAt(name)
  return fieldNamed(name) ?? findKnownTag(name) ?? findKnownTag(plain) ?? fieldReadAs(name) ?? name
}

/** Adds the tags of displayed events to the known ones. */
export function useAddKnownTags(events: readonly EventRecord[]): void {
  useEffect(() => addKnownTags(events.flatMap(event => Object.keys(event.user_tags))), [events])
}

/**
 * Looks up the tags that a typed search may name, each once per range. Resolves when all are looked up, or
 * after 2 s.
 */
export async function lookUpTags(names: readonly string[], range: TimeRange): Promise<void> {
  const unknownNames = names.filter(name => findKnownTag(name) === undefined)
  const queries = unknownNames.flatMap(name =>
    tagLookups(name, range).map(query => String(new URLSearchParams(query))),
  )
  await Promise.all(queries.map(query => lookups.get(query) ?? startLookup(query)))
}

/** Looks up tags and adds them to the known ones. Resolves even if the request fails. */
function startLookup(query: string): Promise<unknown> {
  // After a timeout the condition is searched as text, and the page says so.
  const answer = findTags(query, AbortSignal.timeout(lookupTimeoutMs)).then(
    ({ list }) => addKnownTags(list.map(({ name }) => name)),
    () => lookups.delete(query),
  )
  lookups.set(query, answer)
  for (const oldest of lookups.keys()) {
    if (lookups.size <= maxLookups) break
    lookups.delete(oldest)
  }
  return answer
}

/** Adds names of existing tags; none if the set would become too large. */
function addKnownTags(names: readonly string[]): void {
  const before = knownTags.get()
  const added = new Set(names.filter(name => !before.has(name)))
  if (added.size > 0 && before.size + added.size <= maxKnownTags)
    knownTags.set(new Set([...before, ...added]))
}
