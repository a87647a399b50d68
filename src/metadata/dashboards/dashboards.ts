import type { Dashboard, DashboardDraft, DashboardExport, DashboardPatch } from '../../schema/dashboard.ts'
import { maxWidgets } from '../../schema/dashboard.ts'
import { Fault } from '../../schema/fault.ts'
import type { Widget, WidgetDraft } from '../../schema/widget.ts'
import type { Clock, Database } from '../tables.ts'
import { BodyFaults } from './body-faults.ts'
import type { Changes, Work } from './changes.ts'
import {
  type DashboardContent,
  type DashboardReading,
  readDashboard,
  reading,
  readWidget,
} from './contents.ts'
import type { Editor } from './editor.ts'
import { exportedDashboard } from './exported.ts'
import { takeOff } from './leave.ts'
import { findDashboards, type ShelfList } from './lists.ts'
import { RecentDashboards } from './recent-dashboards.ts'
import { replaceWidgets } from './replace-widgets.ts'
import { placeOn, readDashboards, type StoredDashboard } from './rows.ts'
import { shownDashboard, widgetOnDashboard } from './shown.ts'
import { mayReadDashboard, mayReadWidget, mayWriteDashboard } from './sight.ts'
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
  readonly #recent: RecentDashboards

  constructor(db: Database, clock: Clock, changes: Changes) {
    this.#db = db
    this.#changes = changes
    this.#recent = new RecentDashboards(db, clock, changes)
  }

  async list(viewer: Viewer, list: ShelfList): Promise<{ objects: Dashboard[]; itemCount: number }> {
    const { objects, itemCount } = await this.#find(viewer, list)
    return { objects: objects.map(one => shownDashboard(one, viewer)), itemCount }
  }

  /** The same in the form of files. */
  async exportList(
    viewer: Viewer,
    list: ShelfList,
  ): Promise<{ objects: DashboardExport[]; itemCount: number }> {
    const { objects, itemCount } = await this.#find(viewer, list)
    return { objects: objects.map(one => exportedDashboard(one, viewer)), itemCount }
  }

  /** Throws not_found. */
  async get(viewer: Viewer, id: number): Promise<Dashboard> {
    return shownDashboard(await this.#recently(viewer, id), viewer)
  }

  /** Throws not_found. */
  async export(viewer: Viewer, id: number): Promise<DashboardExport> {
    return exportedDashboard(await this.#recently(viewer, id), viewer)
  }

  /** Throws not_found, permission_denied. */
  async refuseWrite(viewer: Viewer, id: number): Promise<void> {
    await writable(this.#db, viewer, id)
  }

  /**
   * Makes all of these, or none; widgets whose search cannot be read are made and told of in `warnings`. Faults are keyed below `placeOf` of the index. Throws conflict for too
   * many.
   */
  async create(
    editor: Editor,
    drafts: readonly DashboardDraft[],
    placeOf: (index: number) => string = () => '',
  ): Promise<Dashboard[]> {
    const found = new BodyFaults({ takesUnreadable: true })
    const readings = reading(
      faults => drafts.map((draft, index) => readDashboard(editor, draft, undefined, faults, placeOf(index))),
      found,
    )
    for (const { content } of readings) refuseDefault(editor, content, undefined)
    const made = await this.#changes.make(async work => {
      await refuseTooMany(work, editor.userId, readings.length)
      const ids: number[] = []
      for (const one of readings) ids.push(await insertWhole(work, editor.userId, one))
      return readDashboards(work.transaction, ids)
    })
    return made.map((one, index) => withWarnings(shownDashboard(one, editor), found.warnings, placeOf(index)))
  }

  /** As `create` of the base (a template), whose members those of the draft stand in for. */
  async createFrom(editor: Editor, base: DashboardDraft, draft: DashboardDraft): Promise<Dashboard> {
    const found = new BodyFaults({ takesUnreadable: true })
    const read = reading(faults => {
      if (draft.widgets !== undefined) faults.add('widgets', 'The widgets are those of the template.')
      const { content } = readDashboard(editor, { ...base, widgets: [] }, undefined, faults)
      return readDashboard(editor, { ...draft, widgets: base.widgets ?? [] }, content, faults)
    }, found)
    refuseDefault(editor, read.content, undefined)
    const made = await this.#changes.make(async work => {
      await refuseTooMany(work, editor.userId, 1)
      return readable(work.transaction, editor, await insertWhole(work, editor.userId, read))
    })
    return withWarnings(shownDashboard(made, editor), found.warnings, '')
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
    const made = await this.#changes.make(async work => {
      const source = await readable(work.transaction, editor, sourceId)
      const { content } = reading(faults => {
        if (draft.widgets !== undefined) faults.add('widgets', 'The widgets are those of the source.')
        const before = { config: source.config, isPublic: false, isDefault: false }
        return readDashboard(editor, { ...draft, widgets: [] }, before, faults)
      })
      refuseDefault(editor, content, undefined)
      await refuseTooMany(work, editor.userId, 1)
      const dashboardId = await insertDashboard(work, editor.userId, content)
      const seen = source.widgets.filter(widget => mayReadWidget(editor, widget))
      for (const [ordinal, widget] of seen.entries()) {
        const widgetId = cloneWidgets ? await insertWidget(work, editor.userId, widget) : widget.id
        await placeWidget(work, { dashboardId, widgetId, ordinal, attached: !cloneWidgets })
      }
      return readable(work.transaction, editor, dashboardId)
    })
    return shownDashboard(made, editor)
  }

  /** Absent members stay; `widgets` are replaced whole. Throws not_found, permission_denied, validation. */
  async update(editor: Editor, id: number, patch: DashboardPatch): Promise<Dashboard> {
    return this.#put(editor, id, before => reading(faults => readDashboard(editor, patch, before, faults)))
  }

  /** As `update`, absent members becoming what they are in a new dashboard, which has no widgets. */
  async replace(editor: Editor, id: number, draft: DashboardDraft): Promise<Dashboard> {
    return this.#put(editor, id, ({ isDefault }) =>
      reading(faults => {
        const still = isDefault && draft.is_public === true
        const whole = { widgets: [], is_default: still, ...draft }
        return readDashboard(editor, whole, undefined, faults)
      }),
    )
  }

  /** Throws not_found, permission_denied. */
  async remove(viewer: Viewer, id: number): Promise<void> {
    await this.#changes.make(work => removeWhole(work, viewer, id))
  }

  /** All of these, or none. Throws not_found, permission_denied, naming the one that it is about. */
  async removeAll(viewer: Viewer, ids: readonly number[]): Promise<void> {
    await this.#changes.make(async work => {
      for (const id of new Set(ids)) {
        await removeWhole(work, viewer, id).catch(error => {
          if (!(error instanceof Fault)) throw error
          throw new Fault(error.code, { detail: `Dashboard ${id}: ${error.detail} Nothing was removed.` })
        })
      }
    })
  }

  /** A new widget of the dashboard's owner, behind the others. Throws not_found, permission_denied, validation, conflict. */
  async addWidget(editor: Editor, id: number, draft: WidgetDraft): Promise<Widget> {
    return this.#changes.make(async work => {
      const dashboard = await writable(work.transaction, editor, id)
      const content = reading(faults =>
        readWidget(editor, draft, undefined, dashboard.config.time_range, faults),
      )
      if (dashboard.widgets.length >= maxWidgets) {
        throw new Fault('conflict', { detail: `A dashboard has at most ${maxWidgets} widgets.` })
      }
      const widgetId = await insertWidget(work, dashboard.ownerId, content)
      const last = dashboard.widgets.at(-1)
      const ordinal = last === undefined ? 0 : (placeOn(last, id)?.ordinal ?? 0) + 1
      await placeWidget(work, { dashboardId: id, widgetId, ordinal, attached: false })
      await touchDashboard(work, id)
      const after = await readable(work.transaction, editor, id)
      const widget = after.widgets.find(one => one.id === widgetId)
      if (widget === undefined) throw new Error(`widget ${widgetId} is not where it was put`)
      return widgetOnDashboard(widget, after, editor)
    })
  }

  /** All of them, or only these. Throws not_found, permission_denied; validation for a widget that is not there. */
  async removeWidgets(viewer: Viewer, id: number, only?: readonly number[]): Promise<void> {
    await this.#changes.make(async work => {
      const dashboard = await writable(work.transaction, viewer, id)
      const strange = only?.find(one => !dashboard.widgets.some(widget => widget.id === one))
      if (strange !== undefined) {
        const members = { widget_id: `The widget ${strange} is not on this dashboard.` }
        throw new Fault('validation', { members })
      }
      const leaving = dashboard.widgets.filter(widget => only === undefined || only.includes(widget.id))
      await takeOff(work, id, leaving)
      await touchDashboard(work, id)
    })
  }

  async #recently(viewer: Viewer, id: number): Promise<StoredDashboard> {
    return ifReadable(viewer, await this.#recent.get(id))
  }

  async #find(viewer: Viewer, list: ShelfList): Promise<{ objects: StoredDashboard[]; itemCount: number }> {
    const { ids, itemCount } = await findDashboards(this.#db, viewer, list)
    return { objects: await readDashboards(this.#db, ids), itemCount }
  }

  async #put(
    editor: Editor,
    id: number,
    read: (before: DashboardContent) => DashboardReading,
  ): Promise<Dashboard> {
    return this.#changes.make(async work => {
      const before = await writable(work.transaction, editor, id)
      const { content, widgets } = read({ ...before, isPublic: before.saidPublic })
      refuseDefault(editor, content, before)
      await updateDashboard(work, before, content)
      // Who could see the widgets that go now keeps them, also when the dashboard is closed by the same change.
      if (widgets !== undefined) await replaceWidgets(work, editor, before, widgets)
      return shownDashboard(await readable(work.transaction, editor, id), editor)
    })
  }
}

async function removeWhole(work: Work, viewer: Viewer, id: number): Promise<void> {
  const dashboard = await writable(work.transaction, viewer, id)
  await takeOff(work, id, dashboard.widgets)
  await work.transaction.deleteFrom('dashboards').where('id', '=', id).execute()
  work.dashboards.add(id)
}

async function insertWhole(work: Work, ownerId: number, { content, widgets = [] }: DashboardReading) {
  const dashboardId = await insertDashboard(work, ownerId, content)
  for (const [ordinal, widget] of widgets.entries()) {
    const widgetId = await insertWidget(work, ownerId, widget)
    await placeWidget(work, { dashboardId, widgetId, ordinal, attached: false })
  }
  return dashboardId
}

/** A dashboard that the viewer may read. Throws not_found. */
export async function readable(db: Database, viewer: Viewer, id: number): Promise<StoredDashboard> {
  const [dashboard] = await readDashboards(db, [id])
  return ifReadable(viewer, dashboard)
}

function ifReadable(viewer: Viewer, dashboard: StoredDashboard | undefined): StoredDashboard {
  if (dashboard === undefined || !mayReadDashboard(viewer, dashboard)) throw new Fault('not_found')
  return dashboard
}

async function writable(db: Database, viewer: Viewer, id: number): Promise<StoredDashboard> {
  const dashboard = await readable(db, viewer, id)
  if (!mayWriteDashboard(viewer, dashboard)) throw new Fault('permission_denied')
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

async function refuseTooMany({ transaction }: Work, userId: number, more: number): Promise<void> {
  const { owned } = await transaction
    .selectFrom('dashboards')
    .select(eb => eb.fn.countAll<number>().as('owned'))
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (owned + more <= maxDashboards) return
  throw new Fault('conflict', { detail: `A user owns at most ${maxDashboards} dashboards.` })
}
