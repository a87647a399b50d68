import { Fault } from '../../schema/fault.ts'
import type { Widget, WidgetDraft, WidgetExport, WidgetPatch } from '../../schema/widget.ts'
import type { Database } from '../tables.ts'
import type { Changes } from './changes.ts'
import { reading, readWidget, type WidgetContent } from './contents.ts'
import type { Editor } from './editor.ts'
import { exportedWidget } from './exported.ts'
import { removeWidget } from './leave.ts'
import { findWidgets, type ShelfList } from './lists.ts'
import { homeOf, readDashboards, readWidgets, type StoredWidget } from './rows.ts'
import { shownWidget } from './shown.ts'
import { mayReadWidget, mayWriteWidget } from './sight.ts'
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

  async list(viewer: Viewer, list: ShelfList): Promise<{ objects: Widget[]; itemCount: number }> {
    const { ids, itemCount } = await findWidgets(this.#db, viewer, list)
    const widgets = await readWidgets(this.#db, ids)
    return { objects: widgets.map(widget => shownWidget(widget, viewer)), itemCount }
  }

  /** The same in the form of files. */
  async exportList(viewer: Viewer, list: ShelfList): Promise<{ objects: WidgetExport[]; itemCount: number }> {
    const { ids, itemCount } = await findWidgets(this.#db, viewer, list)
    const widgets = await readWidgets(this.#db, ids)
    return { objects: widgets.map(exportedWidget), itemCount }
  }

  /** Throws not_found. */
  async get(viewer: Viewer, id: number): Promise<Widget> {
    return shownWidget(await readableWidget(this.#db, viewer, id), viewer)
  }

  /** Throws not_found. */
  async export(viewer: Viewer, id: number): Promise<WidgetExport> {
    return exportedWidget(await readableWidget(this.#db, viewer, id))
  }

  /** Throws not_found, permission_denied. */
  async refuseWrite(viewer: Viewer, id: number): Promise<void> {
    await writable(this.#db, viewer, id)
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
    await this.#changes.make(async work => {
      await removeWidget(work, await writable(work.transaction, viewer, id))
    })
  }

  #put(editor: Editor, id: number, body: WidgetPatch, keeps: boolean): Promise<Widget> {
    return this.#changes.make(async work => {
      const widget = await writable(work.transaction, editor, id)
      const home = homeOf(widget)
      const [dashboard] = home === undefined ? [] : await readDashboards(work.transaction, [home.dashboardId])
      const before: WidgetContent | undefined = keeps ? widget : undefined
      const content = reading(faults =>
        readWidget(editor, body, before, dashboard?.config.time_range, faults),
      )
      await updateWidget(work, widget, content)
      return shownWidget(await readableWidget(work.transaction, editor, id), editor)
    })
  }
}

/** A widget that the viewer may read. Throws not_found. */
export async function readableWidget(db: Database, viewer: Viewer, id: number): Promise<StoredWidget> {
  const [widget] = await readWidgets(db, [id])
  if (widget === undefined || !mayReadWidget(viewer, widget)) throw new Fault('not_found')
  return widget
}

async function writable(db: Database, viewer: Viewer, id: number): Promise<StoredWidget> {
  const widget = await readableWidget(db, viewer, id)
  if (!mayWriteWidget(viewer, widget)) throw new Fault('permission_denied')
  return widget
}
