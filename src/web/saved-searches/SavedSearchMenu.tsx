import { useState } from 'react'
import { printable } from '../../charts/printable.ts'
import type { SavedSearch } from '../../schema/dashboards/saved-search.ts'
import { Button } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { useKeys } from '../components/keys/use-keys.ts'
import { MenuButton } from '../components/menus/MenuButton.tsx'
import { usePageTitle } from '../components/use-page-title.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { lazyComponent } from '../state/lazy-part.ts'
import { pageNames } from '../texts/pages.ts'
import { savedSearchTexts as texts } from '../texts/search/saved-searches.ts'
import { useSavedSearch } from './use-saved-search.ts'

const SavedSearchPanel = lazyComponent(
  async () => (await import('./SavedSearchPanel.tsx')).SavedSearchPanel,
  <div className="saved-panel" />,
)
const SavedSearchDialog = lazyComponent(
  async () => (await import('./SavedSearchDialog.tsx')).SavedSearchDialog,
)
const WidgetDialog = lazyComponent(async () => (await import('./WidgetDialog.tsx')).WidgetDialog)

/** What the dialog is for: `saved` undefined: saves the shown search; `isCopy`: as a copy of `saved`. */
type Edited = { saved: SavedSearch | undefined; isCopy: boolean }

/** A button with the name of the open saved search, which opens the panel of all of them. */
export function SavedSearchMenu({ control }: { control: SearchControl }) {
  const { saved, changed, revert } = useSavedSearch(control)
  const [edited, setEdited] = useState<Edited>()
  /** The saved search that becomes a widget. */
  const [placed, setPlaced] = useState<SavedSearch>()
  const title = saved && printable(saved.title)
  usePageTitle(title ?? pageNames.search)
  useKeys({ s: () => setEdited({ saved: undefined, isCopy: false }) })
  return (
    <>
      <MenuButton
        className="button saved-button"
        label={title === undefined ? texts.menuLabel : texts.openLabel(title)}
        content={
          <>
            <Icon name="star" size={14} />
            <span className="saved-button-title">{title ?? texts.menu}</span>
            {changed && (
              <span className="badge warning" title={texts.changedHint}>
                {texts.changed}
              </span>
            )}
            <Icon name="down" size={12} />
          </>
        }
      >
        {close => (
          <SavedSearchPanel
            control={control}
            open={{ saved, changed, revert }}
            onEdit={(search, isCopy = false) => {
              close()
              setEdited({ saved: search, isCopy })
            }}
            onWidget={search => {
              close()
              setPlaced(search)
            }}
            onClose={close}
          />
        )}
      </MenuButton>
      {changed && (
        <Button className="quiet small saved-revert wide" onClick={revert}>
          {texts.revert}
        </Button>
      )}
      {edited && (
        <SavedSearchDialog
          saved={edited.saved}
          isCopy={edited.isCopy}
          control={control}
          onClose={() => setEdited(undefined)}
        />
      )}
      {placed && <WidgetDialog saved={placed} state={control.state} onClose={() => setPlaced(undefined)} />}
    </>
  )
}
