import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext, useDeferredValue, useEffect } from 'react'
import { type Range, rangeKey } from '../../time/range.ts'
import { readTags } from '../api/tags.ts'
import { StopContext } from '../live/stops.ts'
import { useZone } from '../state/preferences.ts'

const maxTags = 200
/** New tags are rare; counting a whole range is expensive. */
const staleMs = 60_000

/** The tags of a range. Names past the limit are found by prefix. */
export function useTagList(range: Range, find: string) {
  const zone = useZone()
  const client = useQueryClient()
  const stops = useContext(StopContext)
  useEffect(() => stops.add(() => client.cancelQueries({ queryKey: ['tags'] })), [stops, client])
  const all = useQuery({
    queryKey: ['tags', rangeKey(range), zone, ''],
    queryFn: ({ signal }) => readTags(range, zone, '', maxTags, signal),
    staleTime: staleMs,
    placeholderData: keepPreviousData,
  })
  const prefix = useDeferredValue(find.trim())
  const isCut = (all.data?.total ?? 0) > maxTags
  const found = useQuery({
    queryKey: ['tags', rangeKey(range), zone, prefix],
    queryFn: ({ signal }) => readTags(range, zone, prefix, maxTags, signal),
    enabled: isCut && prefix !== '',
    staleTime: staleMs,
  })
  const list = isCut && prefix !== '' ? (found.data ?? all.data) : all.data
  return {
    list,
    isCut,
    error: all.error ?? undefined,
    isLoading: all.isLoading,
    /** Until the list of this range arrives. */
    isOfOtherRange: all.isPlaceholderData,
    /** There is no list of this range, and none will arrive. */
    isStopped: all.fetchStatus === 'idle' && !all.isError && (all.isPending || all.isPlaceholderData),
    retry: () => void all.refetch(),
  }
}
