import {
  type Dashboard,
  type DashboardDraft,
  type DashboardExport,
  type DashboardPatch,
  maxWidgets,
} from '../../schema/dashboards/dashboard.ts'
import type { Widget, WidgetDraft } from '../../schema/dashboards/widget.ts'
import { Fault } from '../../schema/fault.ts'
import type { DashboardChange } from '../changes/dashboard-changes.ts'
import { readInParts } from '../lists/page-bytes.ts'
import type { ListResult } from '../lists/select-page.ts'
import type { Quotas } from '../repository/quotas.ts'
import { Repository } from '../repository/repository.ts'
import { requireOwnedAtMost } from '../repository/require.ts'
import { canReadWidget } from './access.ts'
import { DashboardCache } from './dashboard-cache.ts'
import { removeFromDashboard } from './detach.ts'
import type { Editor } from './editor.ts'
import { getReadableDashboard, getWritableDashboard, requireReadable } from './find.ts'
import { type DashboardListOptions, findDashboards } from './lists.ts'
import {
  BodyFaults,
  collectFaults,
  type DashboardContent,
  type ParsedDashboard,
  parseDashboard,
  parseWidget,
} from './parse-body.ts'
import { exportDashboard, presentDashboard, presentPlacedWidget, withWarnings } from './present.ts'
import { replaceWidgets } from './replace-widgets.ts'
import { placementOn, readDashboards, type StoredDashboard } from './rows.ts'
import type { Viewer } from './widget-queries.ts'
import { requireDashboardSize } from './widgets.ts'
import { insertDashboard, insertWidget, placeWidget, touchDashboard, updateDashboard } from './write.ts'

export const maxDashboardsPerOwner = 1_000

/**
 * Dashboards with their widgets. The owner of a dashboard and holders of manage_dashboards read and change
 * it. While it is public, other users read it, and get permission_denied for a change; else they get
 * not_found.
 */
export class Dashboards extends Repository {
  readonly #cache = new DashboardCache(this.db, this.clock, this.changes)

  list(viewer: Viewer, options: DashboardListOptions): Promise<ListResult<Dashboard>> {
    return this.#list(viewer, options, presentDashboard)
  }

  exportList(viewer: Viewer, options: DashboardListOptions): Promise<ListResult<DashboardExport>> {
    return this.#list(viewer, options, exportDashboard)
  }

  /** Throws not_found. */
  async get(viewer: Viewer, id: number): Promise<Dashboard> {
    return presentDashboard(requireReadable(viewer, await this.#cache.get(id)), viewer)
  }

  /** Throws not_found. */
  async export(viewer: Viewer, id: number): Promise<DashboardExport> {
    return exportDashboard(requireReadable(viewer, await this.#cache.get(id)), viewer)
  }

  /** Throws not_found, permission_denied. */
  async checkWritable(viewer: Viewer, id: number): Promise<void> {
    await getWritableDashboard(this.db, viewer, id)
  }

  /**
   * Creates all of these, or none. Widgets whose search cannot be parsed are created, with an entry in
   * `warnings`. Throws validation with fields below `pathOf(index)`; conflict when the editor would own too
   * many.
   */
  create(
    editor: Editor,
    drafts: readonly DashboardDraft[],
    pathOf: (index: number) => string = () => '',
  ): Promise<Dashboard[]> {
    return this.#create(
      editor,
      faults => drafts.map((draft, index) => parseDashboard(editor, draft, undefined, faults, pathOf(index))),
      pathOf,
    )
  }

  /**
   * Creates a dashboard from a template; the returned list has only this one. Members of the draft replace
   * members of the template, except `widgets`, which the draft must not have.
   */
  createFromTemplate(editor: Editor, template: DashboardDraft, draft: DashboardDraft): Promise<Dashboard[]> {
    return this.#create(editor, faults => {
      if (draft.widgets !== undefined) faults.add('widgets', 'The widgets are those of the template.')
      const { content } = parseDashboard(editor, { ...template, widgets: [] }, undefined, faults)
      return [parseDashboard(editor, { ...draft, widgets: template.widgets ?? [] }, content, faults)]
    })
  }

  /**
   * A copy for the editor with the widgets that the editor may read: cloned, or attached read-only. Members
   * of the draft, which must not have widgets, replace members of the source. The copy is private unless the
   * draft says otherwise. Throws not_found, permission_denied, validation, conflict.
   */
  async clone(
    editor: Editor,
    sourceId: number,
    { cloneWidgets, draft }: { cloneWidgets: boolean; draft: DashboardDraft },
  ): Promise<Dashboard> {
    const created = await this.#write(editor.userId, async change => {
      const source = await getReadableDashboard(change.transaction, editor, sourceId)
      const { content } = collectFaults(faults => {
        if (draft.widgets !== undefined) faults.add('widgets', 'The widgets are those of the source.')
        const sourceContent = { config: source.config, isPublic: false, isDefault: false }
        return parseDashboard(editor, { ...draft, widgets: [] }, sourceContent, faults)
      })
      requireMaySetDefault(editor, content)
      await requireOwnedAtMost(maxDashboardsPerOwner, change.transaction, 'dashboards', editor.userId)
      const dashboardId = await insertDashboard(change, editor.userId, content)
      const visible = source.widgets.filter(widget => canReadWidget(editor, widget))
      for (const [ordinal, widget] of visible.entries()) {
        const widgetId = cloneWidgets ? await insertWidget(change, editor.userId, widget) : widget.id
        await placeWidget(change, { dashboardId, widgetId, ordinal, attached: !cloneWidgets })
      }
      const copy = await getReadableDashboard(change.transaction, editor, dashboardId)
      requireDashboardSize(copy)
      return copy
    })
    return presentDashboard(created, editor)
  }

  /** Keeps absent members; replaces all `widgets`. Throws not_found, permission_denied, validation. */
  update(editor: Editor, id: number, patch: DashboardPatch): Promise<Dashboard> {
    return this.#update(editor, id, (before, faults) => parseDashboard(editor, patch, before, faults))
  }

  /**
   * As `update`, but absent members become as in a new dashboard, which has no widgets. The default dashboard
   * stays the default unless the draft makes it private.
   */
  replace(editor: Editor, id: number, draft: DashboardDraft): Promise<Dashboard> {
    return this.#update(editor, id, ({ isDefault }, faults) => {
      const defaults = { widgets: [], is_default: isDefault && draft.is_public === true }
      return parseDashboard(editor, { ...defaults, ...draft }, undefined, faults)
    })
  }

  /** Throws not_found, permission_denied. */
  async remove(viewer: Viewer, id: number): Promise<void> {
    await this.changes.run(change => removeDashboard(change, viewer, id))
  }

  /** Removes all of these, or none. Throws not_found and permission_denied with the id in the detail. */
  async removeAll(viewer: Viewer, ids: readonly number[]): Promise<void> {
    await this.changes.run(async change => {
      for (const id of new Set(ids)) {
        await removeDashboard(change, viewer, id).catch(error => {
          if (!(error instanceof Fault)) throw error
          throw new Fault(error.code, { detail: `Dashboard ${id}: ${error.detail} Nothing was removed.` })
        })
      }
    })
  }

  /** Adds a widget as the last one. Throws not_found, permission_denied, validation, conflict. */
  addWidget(editor: Editor, id: number, draft: WidgetDraft): Promise<Widget> {
    return this.#writeTo(editor, id, async (change, dashboard) => {
      const content = collectFaults(faults => parseWidget(editor, draft, undefined, dashboard.config, faults))
      if (dashboard.widgets.length >= maxWidgets) {
        throw new Fault('conflict', { detail: `A dashboard has at most ${maxWidgets} widgets.` })
      }
      const widgetId = await insertWidget(change, dashboard.ownerId, content)
      const lastWidget = dashboard.widgets.at(-1)
      const ordinal = lastWidget === undefined ? 0 : (placementOn(lastWidget, id)?.ordinal ?? 0) + 1
      await placeWidget(change, { dashboardId: id, widgetId, ordinal, attached: false })
      await touchDashboard(change, id)
      const after = await getReadableDashboard(change.transaction, editor, id)
      requireDashboardSize(after, dashboard)
      const widget = after.widgets.find(one => one.id === widgetId)
      if (widget === undefined) throw new Error(`widget ${widgetId} is not on its dashboard`)
      return presentPlacedWidget(widget, after, editor)
    })
  }

  /**
   * Removes all widgets, or only these. Throws not_found, permission_denied; validation for a widget that is
   * not on the dashboard.
   */
  async removeWidgets(viewer: Viewer, id: number, only?: readonly number[]): Promise<void> {
    await this.changes.run(async change => {
      const { widgets } = await getWritableDashboard(change.transaction, viewer, id)
      const unknown = only?.find(widgetId => !widgets.some(widget => widget.id === widgetId))
      if (unknown !== undefined) {
        const members = { widget_id: `The widget ${unknown} is not on this dashboard.` }
        throw new Fault('validation', { members })
      }
      const removed = widgets.filter(widget => only === undefined || only.includes(widget.id))
      await removeFromDashboard(change, id, removed)
      await touchDashboard(change, id)
    })
  }

  async #list<Shown extends object>(
    viewer: Viewer,
    options: DashboardListOptions,
    present: (dashboard: StoredDashboard, viewer: Viewer) => Shown,
  ): Promise<ListResult<Shown>> {
    const { ids, itemCount } = await findDashboards(this.db, viewer, options)
    const objects = await readInParts(
      ids,
      async part => {
        const dashboards = await readDashboards(this.db, part)
        return dashboards.map(dashboard => present(dashboard, viewer))
      },
      options.signal,
    )
    return { objects, itemCount }
  }

  async #create(
    editor: Editor,
    parse: (faults: BodyFaults) => ParsedDashboard[],
    pathOf: (index: number) => string = () => '',
  ): Promise<Dashboard[]> {
    const faults = new BodyFaults({ takesUnreadable: true })
    const parsed = collectFaults(parse, faults)
    for (const { content } of parsed) requireMaySetDefault(editor, content)
    const created = await this.#write(editor.userId, async change => {
      await requireOwnedAtMost(
        maxDashboardsPerOwner,
        change.transaction,
        'dashboards',
        editor.userId,
        parsed.length,
      )
      const ids: number[] = []
      for (const dashboard of parsed) ids.push(await insertWithWidgets(change, editor.userId, dashboard))
      const dashboards = await readDashboards(change.transaction, ids)
      for (const dashboard of dashboards) requireDashboardSize(dashboard)
      return dashboards
    })
    return created.map((dashboard, index) =>
      withWarnings(presentDashboard(dashboard, editor), faults.warnings, pathOf(index)),
    )
  }

  #update(
    editor: Editor,
    id: number,
    parse: (before: DashboardContent, faults: BodyFaults) => ParsedDashboard,
  ): Promise<Dashboard> {
    return this.#writeTo(editor, id, async (change, before) => {
      // Keeps whether `is_public` was ever given.
      const contentBefore = { ...before, isPublic: before.storedIsPublic }
      const { content, widgets } = collectFaults(faults => parse(contentBefore, faults))
      requireMaySetDefault(editor, content, before.isDefault)
      await updateDashboard(change, before, content)
      // Uses the dashboard as it was before: other users keep a removed widget that they had attached, even
      // if this change makes the dashboard private.
      if (widgets !== undefined) await replaceWidgets(change, editor, before, widgets)
      const after = await getReadableDashboard(change.transaction, editor, id)
      requireDashboardSize(after, before)
      return presentDashboard(after, editor)
    })
  }

  /** Changes a dashboard of any owner, within the owner's quota. Throws not_found, permission_denied. */
  #writeTo<Result>(
    editor: Editor,
    id: number,
    apply: (change: DashboardChange, before: StoredDashboard) => Promise<Result>,
  ): Promise<Result> {
    return this.changes.run(async change => {
      const previousDashboard = await getWritableDashboard(change.transaction, editor, id)
      return withinQuota(this.quota, change, previousDashboard.ownerId, () =>
        apply(change, previousDashboard),
      )
    })
  }

  /** Creates dashboards of a user, within the user's quota. */
  #write<Result>(userId: number, apply: (change: DashboardChange) => Promise<Result>): Promise<Result> {
    return this.changes.run(change => withinQuota(this.quota, change, userId, () => apply(change)))
  }
}

function withinQuota<Result>(
  quota: Quotas,
  { transaction }: DashboardChange,
  userId: number,
  apply: () => Promise<Result>,
): Promise<Result> {
  return quota.within(transaction, 'dashboards', userId, () =>
    quota.within(transaction, 'widgets', userId, apply),
  )
}

async function removeDashboard(change: DashboardChange, viewer: Viewer, id: number): Promise<void> {
  const dashboard = await getWritableDashboard(change.transaction, viewer, id)
  await removeFromDashboard(change, id, dashboard.widgets)
  await change.transaction.deleteFrom('dashboards').where('id', '=', id).execute()
  change.dashboards.add(id)
}

/** Inserts a dashboard with new widgets. Returns the id of the dashboard. */
async function insertWithWidgets(
  change: DashboardChange,
  ownerId: number,
  { content, widgets = [] }: ParsedDashboard,
): Promise<number> {
  const dashboardId = await insertDashboard(change, ownerId, content)
  for (const [ordinal, widget] of widgets.entries()) {
    const widgetId = await insertWidget(change, ownerId, widget)
    await placeWidget(change, { dashboardId, widgetId, ordinal, attached: false })
  }
  return dashboardId
}

/** Throws permission_denied if a viewer who does not manage dashboards changes which one is the default. */
function requireMaySetDefault(viewer: Viewer, content: DashboardContent, wasDefault = false): void {
  if (content.isDefault === wasDefault || viewer.managesDashboards) return
  // The owner of the default may make it private: then it is no longer the default.
  if (!content.isDefault && content.isPublic !== true) return
  throw new Fault('permission_denied')
}
