import { useState } from 'react'
import { printable } from '../../charts/printable.ts'
import type { SavedSearch } from '../../schema/dashboards/saved-search.ts'
import { changeSavedSearch, readSavedSearches, starSavedSearch } from '../api/searches.ts'
import { Button } from '../components/Button.tsx'
import { ErrorNotice } from '../components/ErrorNotice.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { useAction } from '../components/use-action.ts'
import { useDebounced } from '../components/use-debounced.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { usePreferences, useZone } from '../state/preferences.ts'
import { queryClient } from '../state/query-client.ts'
import { useUserId } from '../state/session.ts'
import { useRead } from '../state/use-read.ts'
import { savedSearchTexts as texts } from '../texts/search/saved-searches.ts'
import { savedParts, stateOfSaved } from './saved-search.ts'
import { type OpenSavedSearch, searchesKey } from './use-saved-search.ts'
import './saved-searches.css'

/** The groups of the list, in their order. */
const groupNames = ['starred', 'recent', 'own', 'shared'] as const
const maxRecent = 5

interface Props {
  control: SearchControl
  open: OpenSavedSearch
  /**
   * Edits `saved`, or saves the shown search as a copy of it (`isCopy`). Without `saved`: as a new search.
   */
  onEdit: (saved?: SavedSearch, isCopy?: boolean) => void
  onClose: () => void
}

const debounceMs = 200

/** The content of the menu: actions for the open saved search, and all saved searches in groups. */
export function SavedSearchPanel({ control, open, onEdit, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const title = useDebounced(typed.trim(), debounceMs)
  const userId = useUserId()
  const { data, error, retry, isStale } = useRead(
    [searchesKey, 'list', title],
    signal => readSavedSearches(title, signal),
    { keepsPrevious: true },
  )
  const groups = groupSavedSearches(data?.objects ?? [], userId)
  const hiddenCount = (data?.item_count ?? 0) - (data?.objects.length ?? 0)

  return (
    <div className="saved-panel">
      <OpenSearchActions control={control} open={open} onEdit={onEdit} onClose={onClose} />
      <TextField
        label={texts.find}
        type="search"
        value={typed}
        autoFocus
        autoComplete="off"
        onChange={setTyped}
      />
      <div className={isStale ? 'saved-lists stale' : 'saved-lists'} aria-busy={isStale}>
        {error !== undefined && <ErrorNotice title={texts.failed} error={error} onRetry={retry} />}
        {!data && error === undefined && <p className="faint saved-note">{texts.loading}</p>}
        {data?.objects.length === 0 && !isStale && (
          <p className="faint saved-note">{title === '' ? texts.none : texts.noneFound}</p>
        )}
        {groups.map(({ name, searches }) => (
          <section key={name} aria-label={texts[name]}>
            <h2 className="saved-group small-text faint">{texts[name]}</h2>
            <ul>
              {searches.map(search => (
                <SavedSearchItem
                  key={search.id}
                  search={search}
                  isOwn={search.owner?.id === userId}
                  isOpen={search.id === open.saved?.id}
                  onOpen={() => {
                    control.change({ ...stateOfSaved(search), unzoomed: undefined, saved: search.id })
                    onClose()
                  }}
                  onEdit={() => onEdit(search)}
                />
              ))}
            </ul>
          </section>
        ))}
        {hiddenCount > 0 && <p className="faint saved-note">{texts.more(hiddenCount)}</p>}
      </div>
    </div>
  )
}

/** Buttons that save, revert, copy, edit and close the open saved search, or save the shown search. */
function OpenSearchActions({ control, open: { saved, changed, revert }, onEdit, onClose }: Props) {
  const zone = useZone()
  const { act, isPending } = useAction(searchesKey)
  const save = (id: number) =>
    act(
      () => changeSavedSearch(id, savedParts(control.state, zone)),
      search => {
        queryClient.setQueryData([searchesKey, search.id], search)
        onClose()
        return texts.saved(search.title)
      },
    )
  return (
    <div className="wrap-row gap-6">
      {saved && changed && !saved.read_only && (
        <Button className="primary small" disabled={isPending} onClick={() => save(saved.id)}>
          {texts.saveChanges}
        </Button>
      )}
      {saved && changed && (
        <Button
          className="small"
          onClick={() => {
            revert()
            onClose()
          }}
        >
          {texts.revert}
        </Button>
      )}
      <Button
        className={saved ? 'small' : 'primary small'}
        onClick={() => onEdit(saved, saved !== undefined)}
      >
        {saved ? texts.saveCopy : texts.save}
      </Button>
      {saved && !saved.read_only && (
        <Button className="small" onClick={() => onEdit(saved)}>
          {texts.edit}
        </Button>
      )}
      {saved && (
        <Button
          className="quiet small"
          onClick={() => {
            control.change({ saved: undefined })
            onClose()
          }}
        >
          {texts.close}
        </Button>
      )}
    </div>
  )
}

interface ItemProps {
  search: SavedSearch
  isOwn: boolean
  isOpen: boolean
  onOpen: () => void
  onEdit: () => void
}

function SavedSearchItem({ search, isOwn, isOpen, onOpen, onEdit }: ItemProps) {
  const { defaultSearch } = usePreferences()
  const title = printable(search.title)
  const { act, isPending } = useAction(searchesKey)
  const owner = search.owner?.fullname || search.owner?.username || ''
  return (
    <li className="saved-item row hover-row gap-4">
      <IconButton
        icon="star"
        iconSize={14}
        label={search.starred ? texts.unstar(title) : texts.star(title)}
        aria-pressed={search.starred}
        disabled={isPending}
        onClick={() => act(() => starSavedSearch(search.id, !search.starred))}
      />
      <a
        className="saved-link grow one-line"
        href={`/search?saved=${search.id}`}
        title={search.description === '' ? title : printable(search.description)}
        aria-current={isOpen ? 'true' : undefined}
        onClick={event => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          onOpen()
        }}
      >
        {title}
      </a>
      {defaultSearch === search.id && <span className="tag-note">{texts.isDefault}</span>}
      {!isOwn && owner !== '' && (
        <span className="faint saved-owner one-line">{texts.by(printable(owner))}</span>
      )}
      {isOwn && search.is_public && <span className="faint saved-owner one-line">{texts.isShared}</span>}
      <IconButton icon="pen" iconSize={14} label={texts.editOne(title)} onClick={onEdit} />
    </li>
  )
}

interface SavedSearchGroup {
  name: (typeof groupNames)[number]
  searches: SavedSearch[]
}

/** Each search in one group: starred, recently used, the user's own, and other users' searches. */
function groupSavedSearches(searches: readonly SavedSearch[], userId: number): SavedSearchGroup[] {
  const used = searches
    .filter(search => !search.starred && search.last_used_at !== null)
    .toSorted((one, other) => (other.last_used_at ?? 0) - (one.last_used_at ?? 0))
  // A short list needs no group of recent searches.
  const recent = new Set(searches.length > maxRecent * 2 ? used.slice(0, maxRecent) : [])
  const groupOf = (search: SavedSearch): SavedSearchGroup['name'] => {
    if (search.starred) return 'starred'
    if (recent.has(search)) return 'recent'
    return search.owner?.id === userId ? 'own' : 'shared'
  }
  return groupNames
    .map(name => {
      const found = searches.filter(search => groupOf(search) === name)
      const sorted = name === 'recent' ? [...recent] : found.toSorted(byTitle)
      return { name, searches: sorted }
    })
    .filter(group => group.searches.length > 0)
}

function byTitle(one: SavedSearch, other: SavedSearch): number {
  return one.title.localeCompare(other.title)
}
