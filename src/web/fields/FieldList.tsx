import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext, useDeferredValue, useEffect, useId, useState } from 'react'
import { exactNumber } from '../../charts/number-text.ts'
import { type Range, rangeKey } from '../../time/range.ts'
import { readTags } from '../api/tags.ts'
import { Button } from '../components/Button.tsx'
import { showToast } from '../components/toast.tsx'
import { StopContext } from '../live/stops.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { setPreferences, usePreferences, useZone } from '../state/preferences.ts'
import { fieldTexts } from '../texts/search/fields.ts'
import { FieldSection } from './FieldSection.tsx'
import { catalogField, fieldCatalog, matchingFields } from './field-catalog.ts'
import { isNarrowed } from './field-request.ts'
import { maxPinned, pinnedText, readPinned, togglePinned } from './pinned-fields.ts'

const maxTags = 200
/** New tags are rare; counting a whole range is expensive. */
const staleMs = 60_000

interface Props {
  control: SearchControl
  isInvalid: boolean
}

/** The fields of the range: pinned fields open, all others by name. */
export function FieldList({ control, isInvalid }: Props) {
  const [find, setFind] = useState('')
  const { pinnedFields } = usePreferences()
  const othersId = useId()
  const tags = useTagList(control.state.range, find)
  const catalog = fieldCatalog(tags.list?.list ?? [], tags.list?.count ?? 0)
  const pinned = readPinned(pinnedFields)
  const isPinned = (field: string) => pinned.includes(field)
  const togglePin = (field: string) => {
    const next = togglePinned(pinned, field)
    if (next.length > maxPinned) showToast(fieldTexts.tooManyPins(maxPinned))
    else setPreferences({ pinnedFields: pinnedText(next) })
  }
  const isFinding = find.trim() !== ''
  const found = matchingFields(catalog, find)
  const top = isFinding ? [] : pinned.map(field => catalogField(field, catalog))
  const otherFields = isFinding ? found : found.filter(({ field }) => !isPinned(field))
  // Tags are counted in the whole range, so the counts do not apply to a narrower search.
  const hasShares = !isNarrowed(control.state) && !tags.isOfOtherRange
  const section = { control, isInvalid, hasShares, onTogglePin: togglePin }

  return (
    <div className="fieldlist-all">
      <input
        className="field fieldlist-find"
        type="search"
        aria-label={fieldTexts.find}
        placeholder={fieldTexts.find}
        value={find}
        maxLength={200}
        onChange={event => setFind(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Escape' || find === '') return
          event.preventDefault()
          event.stopPropagation()
          setFind('')
        }}
      />
      {top.map(field => (
        <FieldSection key={field.field} {...section} field={field} isPinned startsOpen />
      ))}
      <h2 className="fieldlist-heading" id={othersId}>
        {fieldTexts.others}
        <span className="faint" role="status">
          {tags.isLoading
            ? fieldTexts.reading
            : tags.isStopped
              ? ''
              : fieldTexts.othersCount(otherFields.length)}
        </span>
      </h2>
      <section aria-labelledby={othersId} aria-busy={tags.isLoading}>
        {otherFields.map(field => (
          <FieldSection
            key={field.field}
            {...section}
            field={field}
            isPinned={isPinned(field.field)}
            startsOpen={false}
          />
        ))}
        {isFinding && otherFields.length === 0 && <p className="fieldlist-note">{fieldTexts.noMatch}</p>}
        {(tags.isStopped || (tags.error !== undefined && tags.list === undefined)) && (
          <p className="fieldlist-note" role={tags.isStopped ? 'status' : 'alert'}>
            {tags.isStopped ? fieldTexts.stopped : fieldTexts.failed}
            <Button className="quiet small" onClick={tags.retry}>
              {fieldTexts.retry}
            </Button>
          </p>
        )}
        {tags.list?.total === 0 && !isFinding && <p className="fieldlist-note">{fieldTexts.noTags}</p>}
        {tags.list && tags.list.sampled < tags.list.count && (
          <p className="fieldlist-note">{fieldTexts.estimates(exactNumber(tags.list.sampled))}</p>
        )}
        {tags.isCut && tags.list && (
          <p className="fieldlist-note">
            {fieldTexts.more(exactNumber(tags.list.list.length), exactNumber(tags.list.total))}
          </p>
        )}
      </section>
    </div>
  )
}

/** The tags of a range. Names past the limit are found by prefix. */
function useTagList(range: Range, find: string) {
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
