import { printable } from '../../charts/printable.ts'
import type { SavedSearch } from '../../schema/dashboards/saved-search.ts'
import { changeSavedSearch, queryOfSaved, starSavedSearch } from '../api/searches.ts'
import { Button, MenuItem } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { MenuButton } from '../components/menus/MenuButton.tsx'
import { MenuLink } from '../components/menus/MenuLink.tsx'
import { useAction } from '../components/use-action.ts'
import { openReportDialog } from '../reports/report-dialog-input.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { usePreferences, useZone } from '../state/preferences.ts'
import { queryClient } from '../state/query-client.ts'
import { useHasPermission, useUserId } from '../state/session.ts'
import { savedSearchTexts as texts } from '../texts/search/saved-searches.ts'
import { newTriggerAddressForSaved } from '../triggers/links/new-trigger-address.ts'
import { SavedSearchList } from './SavedSearchList.tsx'
import { savedParts, stateOfSaved } from './saved-search.ts'
import { type OpenSavedSearch, searchesKey } from './use-saved-search.ts'
import './saved-searches.css'

interface Props {
  control: SearchControl
  open: OpenSavedSearch
  /**
   * Edits `saved`, or saves the shown search as a copy of it (`isCopy`). Without `saved`: as a new search.
   */
  onEdit: (saved?: SavedSearch, isCopy?: boolean) => void
  /** Adds a widget with a saved search to a dashboard. */
  onWidget: (saved: SavedSearch) => void
  onClose: () => void
}

/** The content of the menu: actions for the open saved search, and all saved searches in groups. */
export function SavedSearchPanel({ control, open, onEdit, onWidget, onClose }: Props) {
  const userId = useUserId()
  return (
    <div className="saved-panel">
      <OpenSearchActions control={control} open={open} onEdit={onEdit} onClose={onClose} />
      <SavedSearchList>
        {search => (
          <SavedSearchItem
            search={search}
            isOwn={search.owner?.id === userId}
            isOpen={search.id === open.saved?.id}
            onOpen={() => {
              control.change({ ...stateOfSaved(search), unzoomed: undefined, saved: search.id })
              onClose()
            }}
            onEdit={() => onEdit(search)}
            onWidget={() => onWidget(search)}
          />
        )}
      </SavedSearchList>
    </div>
  )
}

/** Buttons that save, revert, copy, edit and close the open saved search, or save the shown search. */
function OpenSearchActions({
  control,
  open: { saved, changed, revert },
  onEdit,
  onClose,
}: Omit<Props, 'onWidget'>) {
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
  onWidget: () => void
}

function SavedSearchItem({ search, isOwn, isOpen, onOpen, onEdit, onWidget }: ItemProps) {
  const { defaultSearch } = usePreferences()
  const title = printable(search.title)
  const { act, isPending } = useAction(searchesKey)
  const owner = search.owner?.fullname || search.owner?.username || ''
  return (
    <>
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
      <UseMenu search={search} onWidget={onWidget} />
    </>
  )
}

/** Creates a widget, trigger or report with the filter of a saved search. */
function UseMenu({ search, onWidget }: { search: SavedSearch; onWidget: () => void }) {
  const canUseTriggers = useHasPermission('triggers')
  const canUseReports = useHasPermission('reports')
  return (
    <MenuButton
      menu
      alignRight
      className="button quiet small icon"
      label={texts.useOne(printable(search.title))}
      content={<Icon name="more" size={14} />}
    >
      <MenuItem onClick={onWidget}>
        <Icon name="board" /> {texts.newWidget}
      </MenuItem>
      {canUseTriggers && (
        <MenuLink href={newTriggerAddressForSaved(search.id)}>
          <Icon name="bell" /> {texts.newTrigger}
        </MenuLink>
      )}
      {canUseReports && (
        <MenuItem onClick={() => openReportDialog({ title: search.title, query: queryOfSaved(search) })}>
          <Icon name="calendar" /> {texts.newReport}
        </MenuItem>
      )}
    </MenuButton>
  )
}
