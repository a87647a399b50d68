import type { Dashboard, DashboardDraft, DashboardExport } from '../../../schema/dashboards/dashboard.ts'
import type { Widget, WidgetDraft, WidgetExport } from '../../../schema/dashboards/widget.ts'
import { gridCells, groupsOf, withGroups } from './groups.ts'
import { type Cell, cellsOf, configAt, freePlace, rowCount } from './layout.ts'

/** A widget of a dashboard on the page: stored, or new in the builder. */
export interface PlacedWidget {
  /** Key on this page; for a stored widget it derives from its id. */
  key: string
  type: string
  config: Record<string, unknown>
  id?: number
  /** The service's query of the stored widget; absent once its content was changed. */
  queryId?: string
  /** Attached from another dashboard, or withdrawn: it can be neither moved nor changed here. */
  isLocked: boolean
  /** Attached from a dashboard that the user may no longer see. */
  isWithdrawn: boolean
}

/** The part of a dashboard that the builder changes. */
export interface Draft {
  config: Record<string, unknown>
  isPublic: boolean
  isDefault: boolean
  widgets: readonly PlacedWidget[]
}

/** The draft of a stored dashboard without changes. */
export function draftOf({ config, is_public, is_default, widgets, read_only }: Dashboard): Draft {
  return {
    config,
    isPublic: is_public,
    isDefault: is_default,
    widgets: widgets.map(widget => placedWidget(widget, read_only)),
  }
}

/**
 * A stored widget. In a read-only dashboard (`isReadOnly`) all widgets are read-only. In other dashboards
 * only attached widgets are, so they are locked.
 */
function placedWidget(widget: Widget, isReadOnly: boolean): PlacedWidget {
  return {
    key: `w${widget.id}`,
    type: widget.type,
    config: widget.config,
    id: widget.id,
    ...(widget.query_id !== null && { queryId: widget.query_id }),
    isLocked: widget.withdrawn === true || (widget.read_only && !isReadOnly),
    isWithdrawn: widget.withdrawn === true,
  }
}

/** A widget that is not stored yet, such as one from a file, the gallery or a copy. */
export function newWidget(key: string, { type, title, config = {} }: WidgetDraft): PlacedWidget {
  return {
    key,
    type,
    config: title === undefined ? config : { ...config, title },
    isLocked: false,
    isWithdrawn: false,
  }
}

/** The title of a dashboard; '' without one. */
export function titleOf({ config }: Pick<Draft, 'config'>): string {
  return typeof config.title === 'string' ? config.title : ''
}

/** The title of a widget, or its type if it has none. */
export function widgetTitle({ type, config }: Pick<PlacedWidget, 'type' | 'config'>): string {
  return typeof config.title === 'string' && config.title !== '' ? config.title : type
}

/**
 * The draft with the positions of these cells, of widgets and groups. Attached widgets keep the config of
 * their owner.
 */
export function withCells(draft: Draft, cells: readonly Cell[]): Draft {
  const byKey = new Map(cells.map(cell => [cell.key, cell]))
  const widgets = draft.widgets.map(widget => {
    const cell = byKey.get(widget.key)
    if (cell === undefined || widget.isLocked) return widget
    const config = configAt(widget.config, cell)
    return config === widget.config ? widget : { ...widget, config }
  })
  const groups = groupsOf(draft.config).map(group => ({
    ...group,
    row: byKey.get(group.key)?.y ?? group.row,
  }))
  const config = withGroups(draft.config, groups)
  const isSame = widgets.every((widget, index) => widget === draft.widgets[index]) && config === draft.config
  return isSame ? draft : { ...draft, config, widgets }
}

/** The draft with one more group of rows, below everything. */
export function withGroup(draft: Draft, title: string, isFolded: boolean): Draft {
  const cells = gridCells(draft)
  const placed = withCells(draft, cells)
  const group = { title, row: rowCount(cells), ...(isFolded && { folded: true }) }
  return { ...placed, config: withGroups(placed.config, [...groupsOf(placed.config), group]) }
}

/** The draft with another title of a group, or folded at first or not. */
export function withGroupSettings(draft: Draft, key: string, title: string, isFolded: boolean): Draft {
  const groups = groupsOf(draft.config).map(group =>
    group.key === key ? { ...group, title, folded: isFolded } : group,
  )
  return { ...draft, config: withGroups(draft.config, groups) }
}

/** The draft without a group. Its widgets stay, in the group above. */
export function withoutGroup(draft: Draft, key: string): Draft {
  const groups = groupsOf(draft.config).filter(group => group.key !== key)
  const ungrouped = { ...draft, config: withGroups(draft.config, groups) }
  return withCells(ungrouped, gridCells(ungrouped))
}

/** The draft with one more widget, in the first free space. */
export function withWidget(draft: Draft, widget: PlacedWidget): Draft {
  // The size comes from the config. The position is replaced below.
  const [cell] = cellsOf([{ ...widget, config: { ...widget.config, col: 0, row: 0 } }])
  if (!cell) return draft
  const cells = gridCells(draft)
  const config = configAt(widget.config, { ...cell, ...freePlace(cells, cell) })
  const placed = withCells(draft, cells)
  return { ...placed, widgets: [...placed.widgets, { ...widget, config }] }
}

export function withoutWidget(draft: Draft, key: string): Draft {
  return { ...draft, widgets: draft.widgets.filter(widget => widget.key !== key) }
}

/** The draft with new content of a widget, which keeps its position. Its stored query no longer matches. */
export function withContent(
  draft: Draft,
  key: string,
  { type, config }: Pick<PlacedWidget, 'type' | 'config'>,
): Draft {
  const widgets = draft.widgets.map(widget => {
    if (widget.key !== key) return widget
    const { queryId: _, ...rest } = widget
    return { ...rest, type, config }
  })
  return { ...draft, widgets }
}

/** The draft with other settings. Stored queries no longer match after a change of range or variables. */
export function withSettings(
  draft: Draft,
  settings: Pick<Draft, 'config' | 'isPublic' | 'isDefault'>,
): Draft {
  const isSame = (name: string) =>
    JSON.stringify(draft.config[name]) === JSON.stringify(settings.config[name])
  const widgets =
    isSame('time_range') && isSame('variables')
      ? draft.widgets
      : draft.widgets.map(({ queryId: _, ...widget }) => widget)
  return { ...settings, widgets }
}

/**
 * The body that saves a draft. `exported` is the stored dashboard in the format of a file: members of its
 * widgets that the builder does not show are sent back unchanged, so that the service recognises the widgets.
 * Withdrawn widgets are left out, which removes them.
 */
export function bodyOf(draft: Draft, stored: Dashboard, exported: DashboardExport): DashboardDraft {
  const visible = stored.widgets.filter(widget => widget.withdrawn !== true)
  const files = new Map<number | undefined, WidgetExport | undefined>(
    visible.map((widget, index) => [widget.id, exported.widgets[index]]),
  )
  return {
    config: draft.config,
    is_public: draft.isPublic,
    is_default: draft.isDefault,
    widgets: draft.widgets
      .filter(widget => !widget.isWithdrawn)
      .map(({ id, type, config }): WidgetDraft => ({ ...files.get(id), type, config })),
  }
}

/** The file format of a dashboard that is not stored. */
export function fileOf(draft: Draft): DashboardDraft {
  return { config: draft.config, widgets: draft.widgets.map(({ type, config }) => ({ type, config })) }
}
