import { useMemo, useRef, useState } from 'react'
import { printable } from '../../../charts/printable.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import {
  type Draft,
  newWidget,
  type PlacedWidget,
  widgetTitle,
  withCells,
  withoutGroup,
  withoutWidget,
  withWidget,
} from '../draft/draft.ts'
import { gridCells, groupsOf, type PlacedGroup } from '../draft/groups.ts'
import { type Cell, moveCell, resizeCell } from '../draft/layout.ts'
import type { GridEditor } from '../grid/grid-editor.ts'
import type { Builder } from './use-builder.ts'

const { builder: texts } = dashboardTexts

/** The dialog that is open over a dashboard. */
export type BuilderDialog =
  | { kind: 'add' | 'settings' }
  | { kind: 'edit' | 'copy-to'; widget: PlacedWidget }
  /** Without a group: a new one. */
  | { kind: 'group'; group?: PlacedGroup }
  | undefined

/** The state of editing the grid, besides the draft. */
interface Controls {
  editor: GridEditor
  dialog: BuilderDialog
  setDialog: (dialog: BuilderDialog) => void
  /** The result of the last move, for screen readers. */
  announcement: string
}

let newKeyCount = 0

/** A key for a new widget. The time makes it differ from keys in restored drafts. */
export function nextKey(): string {
  return `new-${Date.now().toString(36)}-${newKeyCount++}`
}

/**
 * What the controls of the widgets on a grid do. Changes go to the builder, which begins editing if it has
 * not begun.
 */
export function useGridEditor(builder: Builder, canEdit: boolean): Controls {
  const [dialog, setDialog] = useState<BuilderDialog>()
  const [announcement, setAnnouncement] = useState('')
  // The editor reads the newest builder from here, so that its functions can keep their identity.
  const latest = useRef(builder)
  latest.current = builder
  const { isEditing, isLayoutLocked, faults } = builder

  const editor = useMemo((): GridEditor => {
    const widgetOf = (key: string) => latest.current.draft.widgets.find(widget => widget.key === key)
    const groupOf = (key: string) => groupsOf(latest.current.draft.config).find(group => group.key === key)
    // Moves or resizes a widget, unless it is locked, or a group. Announces the result.
    const changeCell = (
      key: string,
      mergeKey: string,
      next: (cells: readonly Cell[], cell: Cell) => Cell[],
      textOf: (title: string, cell: Cell) => string,
    ) => {
      const { draft, change } = latest.current
      const cells = gridCells(draft)
      const cell = cells.find(cell => cell.key === key)
      const widget = widgetOf(key)
      const title = widget ? widgetTitle(widget) : groupOf(key)?.title
      if (!cell || title === undefined || widget?.isLocked) return
      const placed = next(cells, cell)
      change(draft => withCells(draft, placed), mergeKey)
      setAnnouncement(textOf(printable(title), placed.find(cell => cell.key === key) ?? cell))
    }
    return {
      isEditing,
      isLayoutLocked,
      canEdit,
      faults: faults.widgets,
      place: cells => latest.current.change(draft => withCells(draft, cells)),
      move: (key, columns, rows) =>
        changeCell(
          key,
          `move ${key}`,
          (cells, { x, y }) => moveCell(cells, key, x + columns, y + rows),
          (title, { x, y }) => texts.moved(title, x + 1, y + 1),
        ),
      resize: (key, columns, rows) =>
        changeCell(
          key,
          `resize ${key}`,
          (cells, { w, h }) => resizeCell(cells, key, w + columns, h + rows),
          (title, { w, h }) => texts.resized(title, w, h),
        ),
      edit: key => {
        const widget = widgetOf(key)
        if (!widget) return
        latest.current.start()
        setDialog({ kind: 'edit', widget })
      },
      duplicate: key => {
        const widget = widgetOf(key)
        if (widget) latest.current.change(draft => withCopy(draft, widget))
      },
      copyTo: key => {
        const widget = widgetOf(key)
        if (widget) setDialog({ kind: 'copy-to', widget })
      },
      remove: key => {
        const widget = widgetOf(key)
        if (!widget) return
        latest.current.change(draft => withoutWidget(draft, key))
        setAnnouncement(texts.removed(printable(widgetTitle(widget))))
      },
      editGroup: key => {
        const group = groupOf(key)
        if (group) setDialog({ kind: 'group', group })
      },
      removeGroup: key => {
        const group = groupOf(key)
        if (!group) return
        latest.current.change(draft => withoutGroup(draft, key))
        setAnnouncement(texts.removed(printable(group.title)))
      },
    }
  }, [isEditing, isLayoutLocked, canEdit, faults])
  return { editor, dialog, setDialog, announcement }
}

/** The draft with a copy of a widget; a copied title says so. */
function withCopy(draft: Draft, { type, config }: PlacedWidget): Draft {
  const title =
    typeof config.title === 'string' && config.title !== '' ? { title: texts.copySuffix(config.title) } : {}
  return withWidget(draft, newWidget(nextKey(), { type, config: { ...config, ...title } }))
}
