import type { Dashboard, DashboardDraft, DashboardExport, DashboardPatch } from '../../schema/dashboard.ts'
import { maxWidgets } from '../../schema/dashboard.ts'
import { Fault } from '../../schema/fault.ts'
import type { Widget, WidgetDraft } from '../../schema/widget.ts'
import { requireAtMost } from '../require.ts'
import type { Clock, Database } from '../tables.ts'
import { canReadDashboard, canReadWidget, canWriteDashboard } from './access.ts'
import { BodyFaults } from './body-faults.ts'
import type { Change, Changes } from './changes.ts'
import { DashboardCache } from './dashboard-cache.ts'
import { removeFromDashboard } from './detach.ts'
import type { Editor } from './editor.ts'
import { exportDashboard } from './export.ts'
import { type DashboardListOptions, findDashboards } from './lists.ts'
import {
  collectFaults,
  type DashboardContent,
  type ParsedDashboard,
  parseDashboard,
  parseWidget,
} from './parse-body.ts'
import { presentDashboard, presentPlacedWidget } from './present.ts'
import { replaceWidgets } from './replace-widgets.ts'
import { placementOn, readDashboards, type StoredDashboard } from './rows.ts'
import { withWarnings } from './warnings.ts'
import type { Viewer } from './widget-queries.ts'
import { insertDashboard, insertWidget, placeWidget, touchDashboard, updateDashboard } from './write.ts'

/** Dashboards that one person owns at most. */
const maxDashboards = 1_000

/**
 * Dashboards with their widgets. One is read by its owner, by holders of manage_dashboards and, when it is public, by everybody;
 * to all others it is not there. Only owner and managers change it: permission_denied for who only reads it.
 */
export class Dashboards {
  readonly #db: Database
  readonly #changes: Changes
  readonly #recent: DashboardCache

  constructor(db: Database, clock: Clock, changes: Changes) {
    this.#db = db
    this.#changes = changes
    this.#recent = new DashboardCache(db, clock, changes)
  }

  async list(
    viewer: Viewer,
    list: DashboardListOptions,
  ): Promise<{ objects: Dashboard[]; itemCount: number }> {
    const { objects, itemCount } = await this.#find(viewer, list)
    return { objects: objects.map(one => presentDashboard(one, viewer)), itemCount }
  }

  /** The same in the form of files. */
  async exportList(
    viewer: Viewer,
    list: DashboardListOptions,
  ): Promise<{ objects: DashboardExport[]; itemCount: number }> {
    const { objects, itemCount } = await this.#find(viewer, list)
    return { objects: objects.map(one => exportDashboard(one, viewer)), itemCount }
  }

  /** Throws not_found. */
  async get(viewer: Viewer, id: number): Promise<Dashboard> {
    return presentDashboard(await this.#recently(viewer, id), viewer)
  }

  /** Throws not_found. */
  async export(viewer: Viewer, id: number): Promise<DashboardExport> {
    return exportDashboard(await this.#recently(viewer, id), viewer)
  }

  /** Throws not_found, permission_denied. */
  async checkWritable(viewer: Viewer, id: number): Promise<void> {
    await getWritableDashboard(this.#db, viewer, id)
  }

  /**
   * Makes all of these, or none; widgets whose search cannot be read are made and told of in `warnings`. Faults are keyed below `fieldPathOf` of the index. Throws conflict for too
   * many.
   */
  async create(
    editor: Editor,
    drafts: readonly DashboardDraft[],
    placeOf: (index: number) => string = () => '',
  ): Promise<Dashboard[]> {
    const found = new BodyFaults({ takesUnreadable: true })
    const readings = collectFaults(
      faults =>
        drafts.map((draft, index) => parseDashboard(editor, draft, undefined, faults, placeOf(index))),
      found,
    )
    for (const { content } of readings) refuseDefault(editor, content, undefined)
    const made = await this.#changes.run(async change => {
      await requireRoom(change, editor.userId, readings.length)
      const ids: number[] = []
      for (const one of readings) ids.push(await insertWithWidgets(change, editor.userId, one))
      return readDashboards(change.transaction, ids)
    })
    return made.map((one, index) =>
      withWarnings(presentDashboard(one, editor), found.warnings, placeOf(index)),
    )
  }

  /** As `create` of the base (a template), whose members those of the draft stand in for. */
  async createFromTemplate(
    editor: Editor,
    template: DashboardDraft,
    draft: DashboardDraft,
  ): Promise<Dashboard> {
    const found = new BodyFaults({ takesUnreadable: true })
    const read = collectFaults(faults => {
      if (draft.widgets !== undefined) faults.add('widgets', 'The widgets are those of the template.')
      const { content } = parseDashboard(editor, { ...template, widgets: [] }, undefined, faults)
      return parseDashboard(editor, { ...draft, widgets: template.widgets ?? [] }, content, faults)
    }, found)
    refuseDefault(editor, read.content, undefined)
    const made = await this.#changes.run(async change => {
      await requireRoom(change, editor.userId, 1)
      return getReadableDashboard(
        change.transaction,
        editor,
        await insertWithWidgets(change, editor.userId, read),
      )
    })
    return withWarnings(presentDashboard(made, editor), found.warnings, '')
  }

  /**
   * A copy of one's own, of as many widgets as the editor sees: with widgets of its own, or with those of the source attached.
   * Members of the draft stand in for those of the source; it is private unless the draft says otherwise. Throws not_found.
   */
  async clone(
    editor: Editor,
    sourceId: number,
    { cloneWidgets, draft }: { cloneWidgets: boolean; draft: DashboardDraft },
  ): Promise<Dashboard> {
    const made = await this.#changes.run(async change => {
      const source = await getReadableDashboard(change.transaction, editor, sourceId)
      const { content } = collectFaults(faults => {
        if (draft.widgets !== undefined) faults.add('widgets', 'The widgets are those of the source.')
        const before = { config: source.config, isPublic: false, isDefault: false }
        return parseDashboard(editor, { ...draft, widgets: [] }, before, faults)
      })
      refuseDefault(editor, content, undefined)
      await requireRoom(change, editor.userId, 1)
      const dashboardId = await insertDashboard(change, editor.userId, content)
      const seen = source.widgets.filter(widget => canReadWidget(editor, widget))
      for (const [ordinal, widget] of seen.entries()) {
        const widgetId = cloneWidgets ? await insertWidget(change, editor.userId, widget) : widget.id
        await placeWidget(change, { dashboardId, widgetId, ordinal, attached: !cloneWidgets })
      }
      return getReadableDashboard(change.transaction, editor, dashboardId)
    })
    return presentDashboard(made, editor)
  }

  /** Absent members stay; `widgets` are replaced whole. Throws not_found, permission_denied, validation. */
  async update(editor: Editor, id: number, patch: DashboardPatch): Promise<Dashboard> {
    return this.#put(editor, id, before =>
      collectFaults(faults => parseDashboard(editor, patch, before, faults)),
    )
  }

  /** As `update`, absent members becoming what they are in a new dashboard, which has no widgets. */
  async replace(editor: Editor, id: number, draft: DashboardDraft): Promise<Dashboard> {
    return this.#put(editor, id, ({ isDefault }) =>
      collectFaults(faults => {
        const still = isDefault && draft.is_public === true
        const whole = { widgets: [], is_default: still, ...draft }
        return parseDashboard(editor, whole, undefined, faults)
      }),
    )
  }

  /** Throws not_found, permission_denied. */
  async remove(viewer: Viewer, id: number): Promise<void> {
    await this.#changes.run(change => removeDashboard(change, viewer, id))
  }

  /** All of these, or none. Throws not_found, permission_denied, naming the one that it is about. */
  async removeAll(viewer: Viewer, ids: readonly number[]): Promise<void> {
    await this.#changes.run(async change => {
      for (const id of new Set(ids)) {
        await removeDashboard(change, viewer, id).catch(error => {
          if (!(error instanceof Fault)) throw error
          throw new Fault(error.code, { detail: `Dashboard ${id}: ${error.detail} Nothing was removed.` })
        })
      }
    })
  }

  /** A new widget of the dashboard's owner, behind the others. Throws not_found, permission_denied, validation, conflict. */
  async addWidget(editor: Editor, id: number, draft: WidgetDraft): Promise<Widget> {
    return this.#changes.run(async change => {
      const dashboard = await getWritableDashboard(change.transaction, editor, id)
      const content = collectFaults(faults =>
        parseWidget(editor, draft, undefined, dashboard.config.time_range, faults),
      )
      if (dashboard.widgets.length >= maxWidgets) {
        throw new Fault('conflict', { detail: `A dashboard has at most ${maxWidgets} widgets.` })
      }
      const widgetId = await insertWidget(change, dashboard.ownerId, content)
      const last = dashboard.widgets.at(-1)
      const ordinal = last === undefined ? 0 : (placementOn(last, id)?.ordinal ?? 0) + 1
      await placeWidget(change, { dashboardId: id, widgetId, ordinal, attached: false })
      await touchDashboard(change, id)
      const after = await getReadableDashboard(change.transaction, editor, id)
      const widget = after.widgets.find(one => one.id === widgetId)
      if (widget === undefined) throw new Error(`widget ${widgetId} is not where it was put`)
      return presentPlacedWidget(widget, after, editor)
    })
  }

  /** All of them, or only these. Throws not_found, permission_denied; validation for a widget that is not there. */
  async removeWidgets(viewer: Viewer, id: number, only?: readonly number[]): Promise<void> {
    await this.#changes.run(async change => {
      const dashboard = await getWritableDashboard(change.transaction, viewer, id)
      const strange = only?.find(one => !dashboard.widgets.some(widget => widget.id === one))
      if (strange !== undefined) {
        const members = { widget_id: `The widget ${strange} is not on this dashboard.` }
        throw new Fault('validation', { members })
      }
      const leaving = dashboard.widgets.filter(widget => only === undefined || only.includes(widget.id))
      await removeFromDashboard(change, id, leaving)
      await touchDashboard(change, id)
    })
  }

  async #recently(viewer: Viewer, id: number): Promise<StoredDashboard> {
    return requireReadable(viewer, await this.#recent.get(id))
  }

  async #find(
    viewer: Viewer,
    list: DashboardListOptions,
  ): Promise<{ objects: StoredDashboard[]; itemCount: number }> {
    const { ids, itemCount } = await findDashboards(this.#db, viewer, list)
    return { objects: await readDashboards(this.#db, ids), itemCount }
  }

  async #put(
    editor: Editor,
    id: number,
    read: (before: DashboardContent) => ParsedDashboard,
  ): Promise<Dashboard> {
    return this.#changes.run(async change => {
      const before = await getWritableDashboard(change.transaction, editor, id)
      const { content, widgets } = read({ ...before, isPublic: before.givenIsPublic })
      refuseDefault(editor, content, before)
      await updateDashboard(change, before, content)
      // Who could see the widgets that go now keeps them, also when the dashboard is closed by the same change.
      if (widgets !== undefined) await replaceWidgets(change, editor, before, widgets)
      return presentDashboard(await getReadableDashboard(change.transaction, editor, id), editor)
    })
  }
}

async function removeDashboard(change: Change, viewer: Viewer, id: number): Promise<void> {
  const dashboard = await getWritableDashboard(change.transaction, viewer, id)
  await removeFromDashboard(change, id, dashboard.widgets)
  await change.transaction.deleteFrom('dashboards').where('id', '=', id).execute()
  change.dashboards.add(id)
}

async function insertWithWidgets(
  change: Change,
  ownerId: number,
  { content, widgets = [] }: ParsedDashboard,
) {
  const dashboardId = await insertDashboard(change, ownerId, content)
  for (const [ordinal, widget] of widgets.entries()) {
    const widgetId = await insertWidget(change, ownerId, widget)
    await placeWidget(change, { dashboardId, widgetId, ordinal, attached: false })
  }
  return dashboardId
}

/** A dashboard that the viewer may read. Throws not_found. */
export async function getReadableDashboard(
  db: Database,
  viewer: Viewer,
  id: number,
): Promise<StoredDashboard> {
  const [dashboard] = await readDashboards(db, [id])
  return requireReadable(viewer, dashboard)
}

function requireReadable(viewer: Viewer, dashboard: StoredDashboard | undefined): StoredDashboard {
  if (dashboard === undefined || !canReadDashboard(viewer, dashboard)) throw new Fault('not_found')
  return dashboard
}

async function getWritableDashboard(db: Database, viewer: Viewer, id: number): Promise<StoredDashboard> {
  const dashboard = await getReadableDashboard(db, viewer, id)
  if (!canWriteDashboard(viewer, dashboard)) throw new Fault('permission_denied')
  return dashboard
}

/** What everybody sees first is for managers to say. */
function refuseDefault(
  viewer: Viewer,
  content: DashboardContent,
  before: { isDefault: boolean } | undefined,
): void {
  if (content.isDefault === (before?.isDefault ?? false) || viewer.managesDashboards) return
  // Its owner may close it, and it is no default then.
  if (!content.isDefault && content.isPublic !== true) return
  throw new Fault('permission_denied')
}

/** Throws conflict when the user would own too many. */
function requireRoom({ transaction }: Change, userId: number, added: number): Promise<void> {
  const owned = transaction.selectFrom('dashboards').where('owner_id', '=', userId)
  return requireAtMost(maxDashboards, owned, `A user owns at most ${maxDashboards} dashboards.`, added)
}
