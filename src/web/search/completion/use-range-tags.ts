import { useEffect } from 'react'
import { fieldNamed } from '../../../filter/typed/condition-pill.ts'
import { fieldReadAs, withoutAt } from '../../../filter/typed/other-names.ts'
import { tagLookups, tagNamed } from '../../../filter/typed/tag-lookup.ts'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import type { TimeRange } from '../../../schema/time-range.ts'
import { type Range, rangeKey } from '../../../time/range.ts'
import { findTags, readTags } from '../../api/tags.ts'
import { useRead } from '../../state/use-read.ts'
import type { TagCount } from './suggestions.ts'

/** Maximum tags of a request, which is the limit of the API. */
const maxTags = 1_000
/** After this time, the tags of a range are read again when they are needed. */
const staleTimeMs = 60_000

/** The tags of the events of a range. */
export interface RangeTags {
  list: readonly TagCount[]
  /** Whether the list has every tag of the range; otherwise only tags with a prefix, or the most frequent. */
  isComplete: boolean
}

/**
 * The tags of the events of a range; undefined until they are read. If a range has more tags than the API
 * lists, the list has the tags that begin with `prefix`, once they are read.
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

/** Names of existing tags that this page has seen, in lists of tags, look-ups and events. */
const knownTags = new Set<string>()
const maxKnownTags = 5_000
/** Look-ups of tags by their query, oldest first. A failed look-up is removed, so that it can be repeated. */
const lookups = new Map<string, Promise<unknown>>()
const maxLookups = 200
const lookupTimeoutMs = 2_000

/** The known tag of a typed name, which may differ in case; undefined if no such tag is known. */
export function findKnownTag(name: string): string | undefined {
  return tagNamed(name, knownTags)
}

/** The field or known tag that a typed name stands for; otherwise the name itself. */
export function typedName(name: string): string {
  const plain = withoutAt(name)
  return fieldNamed(name) ?? findKnownTag(name) ?? findKnownTag(plain) ?? fieldReadAs(name) ?? name
}

/** Adds the tags of displayed events to the known tags. */
export function useAddKnownTags(events: readonly EventRecord[]): void {
  useEffect(() => addKnownTags(events.flatMap(event => Object.keys(event.user_tags))), [events])
}

/**
 * Asks the service which of the names are tags, each name once per range, and adds these to the known tags.
 * Resolves when all names are looked up, after 2 s at the latest. Never rejects.
 */
export async function lookUpTags(names: readonly string[], range: TimeRange): Promise<void> {
  const unknownNames = names.filter(name => findKnownTag(name) === undefined)
  const queries = unknownNames.flatMap(name =>
    tagLookups(name, range).map(query => String(new URLSearchParams(query))),
  )
  await Promise.all(queries.map(query => lookups.get(query) ?? startLookup(query)))
}

/** Reads tags and adds them to the known tags. Resolves even if the request fails. */
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

/** Adds names of existing tags, up to the maximum. */
function addKnownTags(names: readonly string[]): void {
  for (const name of names) if (knownTags.size < maxKnownTags) knownTags.add(name)
}
