import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext, useDeferredValue, useEffect, useId, useState } from 'react'
import { exactNumber, shareText } from '../../charts/number-text.ts'
import { maxNameLength } from '../../schema/name-length.ts'
import { type Range, rangeKey } from '../../time/range.ts'
import { readTags } from '../api/tags.ts'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/dialogs/Dialog.tsx'
import { SearchInput } from '../components/forms/SearchInput.tsx'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { showToast } from '../components/toast.tsx'
import { useNarrow } from '../components/use-narrow.ts'
import { StopContext } from '../live/stops.ts'
import { useColumns } from '../results/columns/use-columns.tsx'
import { isNarrowed } from '../search/state/search-requests.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { setPreferences, usePreferences, useZone } from '../state/preferences.ts'
import { fieldTexts } from '../texts/search/fields.ts'
import { FieldValues } from './FieldValues.tsx'
import { type CatalogField, catalogField, fieldCatalog, matchingFields } from './field-catalog.ts'
import { maxPinned, pinnedText, readPinned, togglePinned } from './pinned-fields.ts'
import './fields.css'

interface Props {
  control: SearchControl
  /** The query or a filter has an error, so nothing can be queried. */
  isInvalid: boolean
}

/** The list of fields beside the results. In a narrow window, a button opens it as a dialog. */
export function FieldPanel(props: Props) {
  const { facets: isUnfolded } = usePreferences()
  const narrow = useNarrow()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const isOpen = !narrow && isUnfolded
  return (
    <aside className={isOpen ? 'facets fieldlist' : 'facets fieldlist folded'} aria-label={fieldTexts.title}>
      <button
        type="button"
        className="facets-toggle row soft"
        aria-expanded={narrow ? isDialogOpen : isUnfolded}
        aria-haspopup={narrow ? 'dialog' : undefined}
        onClick={() => (narrow ? setDialogOpen(true) : setPreferences({ facets: !isUnfolded }))}
      >
        <Icon name={isOpen ? 'left' : 'list'} size={14} />
        <span className={isOpen || narrow ? undefined : 'unseen'}>{fieldTexts.title}</span>
      </button>
      {isOpen && <FieldList {...props} />}
      {narrow && isDialogOpen && (
        <Dialog title={fieldTexts.title} className="fieldlist-sheet" onClose={() => setDialogOpen(false)}>
          <FieldList {...props} />
        </Dialog>
      )}
    </aside>
  )
}

/** Maximum tags that are listed; typing a name finds others. */
const maxTags = 200
/** Tags are read again after this time: new ones are rare, and counting a whole range is expensive. */
const staleMs = 60_000

/**
 * The fields of the range: pinned fields with their values, then all others, closed. While a name is typed,
 * only the fields that it matches.
 */
function FieldList({ control, isInvalid }: Props) {
  const [typed, setTyped] = useState('')
  const { pinnedFields } = usePreferences()
  const othersId = useId()
  const tags = useTagList(control.state.range, typed)
  const catalog = fieldCatalog(tags.list?.list ?? [], tags.list?.count ?? 0)
  const pinned = readPinned(pinnedFields)
  const hasAllTags = tags.list !== undefined && !tags.isCut
  const isPinned = (field: string) => pinned.includes(field)
  const togglePin = (field: string) => {
    const next = togglePinned(pinned, field)
    if (next.length > maxPinned) showToast(fieldTexts.tooManyPins(maxPinned))
    else setPreferences({ pinnedFields: pinnedText(next) })
  }
  const isFinding = typed.trim() !== ''
  const found = matchingFields(catalog, typed)
  const pinnedFirst = isFinding ? [] : pinned.map(field => catalogField(field, catalog, hasAllTags))
  const otherFields = isFinding ? found : found.filter(({ field }) => !isPinned(field))
  // Tags are counted in the whole range, so the counts do not apply to a narrower search.
  const hasShares = !isNarrowed(control.state) && !tags.isOfOtherRange
  const section = { control, isInvalid, hasShares, onTogglePin: togglePin }

  return (
    <div className="fieldlist-all">
      <SearchInput
        className="fieldlist-find"
        label={fieldTexts.find}
        value={typed}
        maxLength={maxNameLength}
        onChange={setTyped}
        onKeyDown={event => {
          if (event.key !== 'Escape' || typed === '') return
          event.preventDefault()
          event.stopPropagation()
          setTyped('')
        }}
      />
      {pinnedFirst.map(field => (
        <FieldSection key={field.field} {...section} field={field} isPinned startsOpen />
      ))}
      <h2 className="fieldlist-heading gap-8 small-text soft" id={othersId}>
        {fieldTexts.others}
        <span className="faint" role="status">
          {tags.isLoading && fieldTexts.reading}
          {!tags.isLoading && !tags.isStopped && fieldTexts.othersCount(otherFields.length)}
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

/**
 * The most frequent tags of a range. If it has more than `maxTags`, and `typed` is not empty: the tags that
 * begin with `typed`, once they are read.
 */
function useTagList(range: Range, typed: string) {
  const zone = useZone()
  const client = useQueryClient()
  const stops = useContext(StopContext)
  // The stop button of the search stops reading tags too.
  useEffect(() => stops.add(() => client.cancelQueries({ queryKey: ['tags'] })), [stops, client])
  const allTags = useQuery({
    queryKey: ['tags', rangeKey(range), zone, ''],
    queryFn: ({ signal }) => readTags(range, zone, '', maxTags, signal),
    staleTime: staleMs,
    placeholderData: keepPreviousData,
  })
  const prefix = useDeferredValue(typed.trim())
  const isCut = (allTags.data?.total ?? 0) > maxTags
  const tagsByPrefix = useQuery({
    queryKey: ['tags', rangeKey(range), zone, prefix],
    queryFn: ({ signal }) => readTags(range, zone, prefix, maxTags, signal),
    enabled: isCut && prefix !== '',
    staleTime: staleMs,
  })
  const list = isCut && prefix !== '' ? (tagsByPrefix.data ?? allTags.data) : allTags.data
  return {
    /** Undefined before the first answer. */
    list,
    /** The range has more tags than are listed. */
    isCut,
    error: allTags.error ?? undefined,
    isLoading: allTags.isLoading,
    /** The list is of an earlier range, until the list of this range arrives. */
    isOfOtherRange: allTags.isPlaceholderData,
    /** There is no list of this range, and none will arrive. */
    isStopped:
      allTags.fetchStatus === 'idle' && !allTags.isError && (allTags.isPending || allTags.isPlaceholderData),
    retry: () => void allTags.refetch(),
  }
}

interface FieldSectionProps {
  field: CatalogField
  control: SearchControl
  isInvalid: boolean
  /**
   * Shows the field's share of the events. It is only known for a search that finds all events of the range.
   */
  hasShares: boolean
  isPinned: boolean
  startsOpen: boolean
  onTogglePin: (field: string) => void
}

/**
 * A field with its buttons. A click on its name shows its values, which are queried only while it is open.
 */
function FieldSection(props: FieldSectionProps) {
  const { field, control, isInvalid, hasShares, isPinned, startsOpen, onTogglePin } = props
  const [isOpen, setOpen] = useState(startsOpen)
  const columns = useColumns()
  const id = useId()
  const { label, share } = field
  const isColumn = columns.has(field.field)
  return (
    <section className="fieldlist-field" aria-label={label}>
      <h2 className="fieldlist-name row hover-row small-text">
        <button
          type="button"
          className="faint-icons"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'down' : 'right'} size={12} />
          <span className="grow one-line">{label}</span>
          {hasShares && share !== undefined && share < 1 && (
            <span className="faint number" title={fieldTexts.shareHint}>
              {shareText(share)}
            </span>
          )}
        </button>
        <span className="fieldlist-actions">
          <IconButton
            icon="column"
            iconSize={14}
            label={isColumn ? fieldTexts.removeColumn(label) : fieldTexts.addColumn(label)}
            aria-pressed={isColumn}
            onClick={() => (isColumn ? columns.remove(field.field) : columns.add(field.field))}
          />
          <IconButton
            icon="pin"
            iconSize={14}
            label={isPinned ? fieldTexts.unpin(label) : fieldTexts.pin(label)}
            aria-pressed={isPinned}
            onClick={() => onTogglePin(field.field)}
          />
        </span>
      </h2>
      <div id={id} hidden={!isOpen}>
        {isOpen && <FieldValues field={field} control={control} isInvalid={isInvalid} />}
      </div>
    </section>
  )
}
