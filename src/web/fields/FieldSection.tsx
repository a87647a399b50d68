import { useId, useState } from 'react'
import { shareText } from '../../charts/number-text.ts'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { useColumns } from '../results/columns/use-columns.tsx'
import type { SearchControl } from '../search/state/use-search-state.ts'
import { fieldTexts } from '../texts/search/fields.ts'
import { FieldValues } from './FieldValues.tsx'
import type { CatalogField } from './field-catalog.ts'

interface Props {
  field: CatalogField
  control: SearchControl
  isInvalid: boolean
  /** The result contains all events of the range, for which shares are known. */
  hasShares: boolean
  isPinned: boolean
  startsOpen: boolean
  onTogglePin: (field: string) => void
}

/** A field: its name opens the values, which are then queried. */
export function FieldSection(props: Props) {
  const { field, control, isInvalid, hasShares, isPinned, startsOpen, onTogglePin } = props
  const [isOpen, setOpen] = useState(startsOpen)
  const columns = useColumns()
  const id = useId()
  const { label, share } = field
  const isColumn = columns.has(field.field)
  return (
    <section className="fieldlist-field" aria-label={label}>
      <h2 className="fieldlist-name">
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
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
