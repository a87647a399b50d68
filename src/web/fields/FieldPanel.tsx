import { useState } from 'react'
import { Dialog } from '../components/dialogs/Dialog.tsx'
import { Icon } from '../components/Icon.tsx'
import { useNarrow } from '../components/use-narrow.ts'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { setPreferences, usePreferences } from '../state/preferences.ts'
import { fieldTexts } from '../texts/search/fields.ts'
import { FieldList } from './FieldList.tsx'
import './fields.css'

interface Props {
  control: SearchControl
  /** The query or a filter has an error, so nothing can be queried. */
  isInvalid: boolean
}

/** The list of fields beside the results. In a narrow window, a button opens it as a dialog. */
export function FieldPanel(props: Props) {
  const { facets } = usePreferences()
  const narrow = useNarrow()
  const [sheet, setSheet] = useState(false)
  const isOpen = !narrow && facets
  return (
    <aside className={isOpen ? 'facets fieldlist' : 'facets fieldlist folded'} aria-label={fieldTexts.title}>
      <button
        type="button"
        className="facets-toggle"
        aria-expanded={narrow ? sheet : facets}
        aria-haspopup={narrow ? 'dialog' : undefined}
        onClick={() => (narrow ? setSheet(true) : setPreferences({ facets: !facets }))}
      >
        <Icon name={isOpen ? 'left' : 'list'} size={14} />
        <span className={isOpen || narrow ? undefined : 'unseen'}>{fieldTexts.title}</span>
      </button>
      {isOpen && <FieldList {...props} />}
      {narrow && sheet && (
        <Dialog title={fieldTexts.title} className="fieldlist-sheet" onClose={() => setSheet(false)}>
          <FieldList {...props} />
        </Dialog>
      )}
    </aside>
  )
}
