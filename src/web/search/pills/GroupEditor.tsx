import type { GroupPill } from '../../../filter/typed/pill.ts'
import { Button } from '../../components/Button.tsx'
import { searchBoxTexts } from '../../texts/search/search-box.ts'
import { pillLabel } from '../state/pill-text.ts'
import { writePill } from './write-pill.ts'
import './pill-editor.css'

const texts = searchBoxTexts.editor

/** Handlers that turn a filter into text. Absent where there is no search box, as for filters of widgets. */
export interface AsText {
  /** Moves the filter into the search box as text. */
  onEdit: () => void
  /** Searches for the text of the filter in messages. */
  onSearch: () => void
}

interface Props {
  pill: GroupPill
  onSave: (pill: GroupPill) => void
  onRemove?: () => void
  asText?: AsText
}

/** Shows a filter over several fields (a group), which can be disabled, removed, or edited as text. */
export function GroupEditor({ pill, onSave, onRemove, asText }: Props) {
  const writable = writePill(pill) === undefined ? undefined : asText
  return (
    <div className="pill-editor">
      <p>{pillLabel(pill)}</p>
      <div className="pill-editor-actions wrap-row gap-6">
        <label className="check" title={texts.offHint}>
          <input
            type="checkbox"
            checked={pill.off}
            onChange={event => onSave({ ...pill, off: event.target.checked })}
          />
          {texts.off}
        </label>
        {writable && (
          <Button className="quiet small" onClick={writable.onSearch}>
            {texts.searchAsText}
          </Button>
        )}
        {onRemove && (
          <Button className="quiet small" onClick={onRemove}>
            {texts.remove}
          </Button>
        )}
        {writable && (
          <Button className="primary small" onClick={writable.onEdit}>
            {texts.editAsText}
          </Button>
        )}
      </div>
    </div>
  )
}
