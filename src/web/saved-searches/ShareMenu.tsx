import { useState } from 'react'
import type { QueryAnswer, QueryRequest } from '../api/queries.ts'
import { MenuItem } from '../components/Button.tsx'
import { Icon } from '../components/Icon.tsx'
import { MenuButton } from '../components/menus/MenuButton.tsx'
import { copyText } from '../components/toast.tsx'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { lazyComponent } from '../state/lazy-part.ts'
import { useZone } from '../state/preferences.ts'
import { savedSearchTexts } from '../texts/search/saved-searches.ts'
import { rangeText } from '../time/range-text.ts'
import { absoluteLink, curlOf, relativeLink } from './share.ts'

const texts = savedSearchTexts.share
const WidgetDialog = lazyComponent(async () => (await import('./WidgetDialog.tsx')).WidgetDialog)

interface Props {
  control: SearchControl
  /** The answer of the shown search, for its exact time range; undefined before there is one. */
  answer: QueryAnswer<'Search'> | undefined
  request: QueryRequest<'Search'> | undefined
}

/** Copies a link to the shown search or a command that runs its query, or puts it on a dashboard. */
export function ShareMenu({ control: { state }, answer, request }: Props) {
  const zone = useZone()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const absolute = absoluteLink(state, answer?.results.totals, location.origin)
  return (
    <>
      <MenuButton
        menu
        alignRight
        className="button quiet small"
        label={texts.menu}
        content={
          <>
            <Icon name="link" size={14} /> {texts.menu}
          </>
        }
      >
        <div className="menu">
          <MenuItem onClick={() => void copyText(relativeLink(state, location.origin))}>
            <Icon name="link" /> {texts.relative(rangeText(state.range, zone))}
          </MenuItem>
          {'preset' in state.range && absolute !== undefined && (
            <MenuItem onClick={() => void copyText(absolute)}>
              <Icon name="clock" /> {texts.absolute}
            </MenuItem>
          )}
          {request && (
            <MenuItem onClick={() => void copyText(curlOf(request, location.origin))}>
              <Icon name="copy" /> {texts.curl}
            </MenuItem>
          )}
          <MenuItem onClick={() => setIsDialogOpen(true)}>
            <Icon name="plus" /> {texts.widget}
          </MenuItem>
        </div>
      </MenuButton>
      {isDialogOpen && <WidgetDialog state={state} onClose={() => setIsDialogOpen(false)} />}
    </>
  )
}
