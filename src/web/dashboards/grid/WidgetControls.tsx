import type { KeyboardEvent } from 'react'
import { printable } from '../../../charts/printable.ts'
import { MenuItem } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { MenuButton } from '../../components/menus/MenuButton.tsx'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import { type PlacedWidget, widgetTitle } from '../draft/draft.ts'
import type { GridEditor } from './grid-editor.ts'

interface Props {
  widget: PlacedWidget
  editor: GridEditor
  canMove: boolean
}

const { builder: texts } = dashboardTexts
const arrows: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The handle and the menu of a widget. */
export function WidgetControls({ widget, editor, canMove }: Props) {
  const { key } = widget
  const title = printable(widgetTitle(widget))
  const moveByKey = (event: KeyboardEvent) => {
    const step = arrows[event.key]
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (event.shiftKey) editor.resize(key, ...step)
    else editor.move(key, ...step)
  }
  const item = (text: string, act: () => void, disabled = false) => (
    <MenuItem key={text} disabled={disabled} onClick={act}>
      {text}
    </MenuItem>
  )
  return (
    <>
      {canMove && (
        <button
          type="button"
          className="widget-link dash-handle"
          aria-label={texts.handle(title)}
          aria-description={texts.handleHint}
          title={texts.handleHint}
          onKeyDown={moveByKey}
        >
          <Icon name="move" size={14} />
        </button>
      )}
      {editor.isEditing && widget.isLocked ? (
        <span className="widget-link" title={texts.attached}>
          <Icon name="lock" size={14} />
          <span className="unseen">{texts.attached}</span>
        </span>
      ) : (
        <MenuButton
          content={<Icon name="more" size={14} />}
          label={texts.menu(title)}
          className="widget-link"
          alignRight
          menu
        >
          <div className="menu">
            {editor.canEdit && !widget.isLocked && item(texts.editWidget, () => editor.edit(key))}
            {editor.isEditing && item(texts.duplicate, () => editor.duplicate(key))}
            {item(texts.copyTo, () => editor.copyTo(key))}
            {canMove && (
              <>
                {item(texts.left, () => editor.move(key, -1, 0))}
                {item(texts.right, () => editor.move(key, 1, 0))}
                {item(texts.up, () => editor.move(key, 0, -1))}
                {item(texts.down, () => editor.move(key, 0, 1))}
                {item(texts.wider, () => editor.resize(key, 1, 0))}
                {item(texts.narrower, () => editor.resize(key, -1, 0))}
                {item(texts.taller, () => editor.resize(key, 0, 1))}
                {item(texts.shorter, () => editor.resize(key, 0, -1))}
              </>
            )}
            {editor.isEditing && item(texts.remove, () => editor.remove(key))}
          </div>
        </MenuButton>
      )}
    </>
  )
}
