import { Fault } from '../../schema/fault.ts'
import type { Widget, WidgetDraft, WidgetExport, WidgetPatch } from '../../schema/widget.ts'
import type { Database } from '../tables.ts'
import { canReadWidget, canWriteWidget } from './access.ts'
import type { Changes } from './changes.ts'
import { removeWidget } from './detach.ts'
import type { Editor } from './editor.ts'
import { exportWidget } from './export.ts'
import { type DashboardListOptions, findWidgets } from './lists.ts'
import { collectFaults, parseWidget, type WidgetContent } from './parse-body.ts'
import { presentWidget } from './present.ts'
import { homePlacement, readDashboards, readWidgets, type StoredWidget } from './rows.ts'
import type { Viewer } from './widget-queries.ts'
import { updateWidget } from './write.ts'

/**
 * Widgets by themselves. One is read by its owner, by managers, and by everybody while it stands on a public dashboard of its
 * owner; its owner and holders of manage_widgets change it, wherever it is attached. Made by Dashboards.
 */
export class Widgets {
  readonly #db: Database
  readonly #changes: Changes

  constructor(db: Database, changes: Changes) {
    this.#db = db
    this.#changes = changes
  }

  async list(viewer: Viewer, list: DashboardListOptions): Promise<{ objects: Widget[]; itemCount: number }> {
    const { ids, itemCount } = await findWidgets(this.#db, viewer, list)
    const widgets = await readWidgets(this.#db, ids)
    return { objects: widgets.map(widget => presentWidget(widget, viewer)), itemCount }
  }

  /** The same in the form of files. */
  async exportList(
    viewer: Viewer,
    list: DashboardListOptions,
  ): Promise<{ objects: WidgetExport[]; itemCount: number }> {
    const { ids, itemCount } = await findWidgets(this.#db, viewer, list)
    const widgets = await readWidgets(this.#db, ids)
    return { objects: widgets.map(exportWidget), itemCount }
  }

  /** Throws not_found. */
  async get(viewer: Viewer, id: number): Promise<Widget> {
    return presentWidget(await getReadableWidget(this.#db, viewer, id), viewer)
  }

  /** Throws not_found. */
  async export(viewer: Viewer, id: number): Promise<WidgetExport> {
    return exportWidget(await getReadableWidget(this.#db, viewer, id))
  }

  /** Throws not_found, permission_denied. */
  async checkWritable(viewer: Viewer, id: number): Promise<void> {
    await getWritableWidget(this.#db, viewer, id)
  }

  /** Absent members stay; `config` is replaced whole. Throws not_found, permission_denied, validation. */
  update(editor: Editor, id: number, patch: WidgetPatch): Promise<Widget> {
    return this.#put(editor, id, patch, true)
  }

  /** As `update`, absent members becoming what they are in a new widget. */
  replace(editor: Editor, id: number, draft: WidgetDraft): Promise<Widget> {
    return this.#put(editor, id, draft, false)
  }

  /** From all dashboards of its owner; attachments of others become widgets of their own. Throws as `update`. */
  async remove(viewer: Viewer, id: number): Promise<void> {
    await this.#changes.run(async change => {
      await removeWidget(change, await getWritableWidget(change.transaction, viewer, id))
    })
  }

  #put(editor: Editor, id: number, body: WidgetPatch, keeps: boolean): Promise<Widget> {
    return this.#changes.run(async change => {
      const widget = await getWritableWidget(change.transaction, editor, id)
      const home = homePlacement(widget)
      const [dashboard] =
        home === undefined ? [] : await readDashboards(change.transaction, [home.dashboardId])
      const before: WidgetContent | undefined = keeps ? widget : undefined
      const content = collectFaults(faults =>
        parseWidget(editor, body, before, dashboard?.config.time_range, faults),
      )
      await updateWidget(change, widget, content)
      return presentWidget(await getReadableWidget(change.transaction, editor, id), editor)
    })
  }
}

/** A widget that the viewer may read. Throws not_found. */
export async function getReadableWidget(db: Database, viewer: Viewer, id: number): Promise<StoredWidget> {
  const [widget] = await readWidgets(db, [id])
  if (widget === undefined || !canReadWidget(viewer, widget)) throw new Fault('not_found')
  return widget
}

async function getWritableWidget(db: Database, viewer: Viewer, id: number): Promise<StoredWidget> {
  const widget = await getReadableWidget(db, viewer, id)
  if (!canWriteWidget(viewer, widget)) throw new Fault('permission_denied')
  return widget
}
