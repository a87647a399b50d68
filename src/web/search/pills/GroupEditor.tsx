import type { GroupPill } from '../../../filter/typed/pill.ts'
import { Button } from '../../components/Button.tsx'
import { searchBoxTexts } from '../../texts/search/search-box.ts'
import { pillLabel } from '../state/pill-text.ts'
import { writePill } from './write-pill.ts'
import './pill-editor.css'

const texts = searchBoxTexts.editor

interface Props {
  pill: GroupPill
  onSave: (pill: GroupPill) => void
  onRemove?: () => void
  onEditAsText?: () => void
  onSearchAsText?: () => void
}

/** Shows a filter over several fields, which is edited as text. */
export function GroupEditor({ pill, onSave, onRemove, onEditAsText, onSearchAsText }: Props) {
  const isWritable = onEditAsText !== undefined && writePill(pill) !== undefined
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
        {isWritable && (
          <Button className="quiet small" onClick={onSearchAsText}>
            {texts.searchAsText}
          </Button>
        )}
        {onRemove && (
          <Button className="quiet small" onClick={onRemove}>
            {texts.remove}
          </Button>
        )}
        {isWritable && (
          <Button className="primary small" onClick={onEditAsText}>
            {texts.editAsText}
          </Button>
        )}
      </div>
    </div>
  )
}
