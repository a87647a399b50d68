import { useEffect } from 'react'
import { type Range, rangeKey } from '../../../time/range.ts'
import { readTags } from '../../api/tags.ts'
import { useRead } from '../../state/use-read.ts'
import { addKnownTags } from './known-tags.ts'
import type { TagCount } from './suggestions.ts'

/** The limit of the API. */
const maxTags = 1_000
/** A new tag of the range is offered after this time. */
const staleTimeMs = 60_000

export interface RangeTags {
  list: readonly TagCount[]
  /** Every tag of the range is in the list. */
  isComplete: boolean
}

/**
 * The tags of the events of a range; undefined until they are known. Further prefixes are queried if a range
 * has very many.
 */
export function useRangeTags(
  range: Range,
  zone: string,
  prefix: string,
  enabled: boolean,
): RangeTags | undefined {
  const all = useTags(range, zone, '', enabled)
  const isComplete = all !== undefined && all.total <= all.list.length
  const more = useTags(range, zone, prefix, enabled && all !== undefined && !isComplete && prefix !== '')
  useEffect(() => {
    addKnownTags([...(all?.list ?? []), ...(more?.list ?? [])].map(({ name }) => name))
  }, [all, more])
  return all && { list: more?.list ?? all.list, isComplete }
}

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
