import type { KeyboardEvent, PointerEvent } from 'react'
import { printable } from '../../../charts/printable.ts'
import { MenuItem } from '../../components/Button.tsx'
import { Icon } from '../../components/Icon.tsx'
import { MenuButton } from '../../components/menus/MenuButton.tsx'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import type { PlacedGroup } from '../draft/groups.ts'
import type { Cell } from '../draft/layout.ts'
import type { GridEditor } from './grid-editor.ts'
import { placeStyle } from './place-style.ts'

const { groups: texts, builder } = dashboardTexts

interface Props {
  group: PlacedGroup
  cell: Cell
  /** Number of its widgets. */
  count: number
  isFolded: boolean
  /** Undefined: it cannot be folded, as while it is edited and on TV. */
  onFold: (() => void) | undefined
  editor: GridEditor | undefined
  canMove: boolean
  begin: (event: PointerEvent, key: string, kind: 'move' | 'resize') => void
  /** Pixels from its cell while it is dragged; otherwise undefined. */
  offset: { x: number; y: number } | undefined
}

/** The heading of a group of rows. A click folds the group. */
export function GroupHeading(props: Props) {
  const { group, cell, count, isFolded, onFold, editor, canMove, begin, offset } = props
  const title = printable(group.title)
  const drag = (event: PointerEvent) => {
    const target = event.target instanceof Element ? event.target : undefined
    if (canMove && !target?.closest('button:not(.dash-handle)')) begin(event, group.key, 'move')
  }
  const moveByKey = (event: KeyboardEvent) => {
    const rows = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (rows === 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    editor?.move(group.key, 0, rows)
  }
  const item = (text: string, act: () => void) => <MenuItem onClick={act}>{text}</MenuItem>
  const classes = ['dash-group', canMove && 'dash-group-movable', offset && 'dash-lifted']
  return (
    <div
      className={classes.filter(Boolean).join(' ')}
      style={{
        ...placeStyle(cell),
        ...(offset && { transform: `translate(${offset.x}px, ${offset.y}px)` }),
      }}
      onPointerDown={drag}
    >
      <h2>
        {onFold ? (
          <button type="button" aria-expanded={!isFolded} onClick={onFold}>
            <Icon name={isFolded ? 'right' : 'down'} size={14} />
            <span className="one-line">{title}</span>
          </button>
        ) : (
          <span className="one-line">{title}</span>
        )}
      </h2>
      {isFolded && <span className="faint small-text">{texts.widgets(count)}</span>}
      {editor?.isEditing && group.folded && <span className="faint small-text">{texts.foldedAtFirst}</span>}
      <span className="dash-group-line" />
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
      {editor?.isEditing && (
        <MenuButton
          content={<Icon name="more" size={14} />}
          label={builder.menu(title)}
          className="widget-link"
          alignRight
          menu
        >
          <div className="menu">
            {item(texts.edit, () => editor.editGroup(group.key))}
            {canMove && item(builder.up, () => editor.move(group.key, 0, -1))}
            {canMove && item(builder.down, () => editor.move(group.key, 0, 1))}
            {item(texts.remove, () => editor.removeGroup(group.key))}
          </div>
        </MenuButton>
      )}
    </div>
  )
}
