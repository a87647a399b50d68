import type { Widget, WidgetDraft, WidgetExport, WidgetPatch } from '../../schema/dashboards/widget.ts'
import { Fault } from '../../schema/fault.ts'
import { readInParts } from '../lists/page-bytes.ts'
import type { ListResult } from '../lists/select-page.ts'
import { Repository } from '../repository/repository.ts'
import { removeWidget } from './detach.ts'
import type { Editor } from './editor.ts'
import { getReadableWidget, getWritableWidget } from './find.ts'
import { type DashboardListOptions, findWidgets } from './lists.ts'
import { collectFaults, parseWidget, type WidgetContent } from './parse-body.ts'
import { exportWidget, presentWidget } from './present.ts'
import {
  homePlacement,
  readDashboards,
  readWidgets,
  type StoredDashboard,
  type StoredWidget,
} from './rows.ts'
import type { Viewer } from './widget-queries.ts'
import { updateWidget } from './write.ts'

/**
 * Single widgets. The class Dashboards creates them. The owner of a widget and holders of
 * manage_widgets or manage_dashboards may read it, and all users while it is on a public dashboard of its
 * owner. The owner and holders of manage_widgets may change it; a change shows on all dashboards that it is
 * attached to.
 */
export class Widgets extends Repository {
  list(viewer: Viewer, options: DashboardListOptions): Promise<ListResult<Widget>> {
    return this.#list(viewer, options, presentWidget)
  }

  exportList(viewer: Viewer, options: DashboardListOptions): Promise<ListResult<WidgetExport>> {
    return this.#list(viewer, options, exportWidget)
  }

  /** Throws not_found. */
  async get(viewer: Viewer, id: number): Promise<Widget> {
    return presentWidget(await getReadableWidget(this.db, viewer, id), viewer)
  }

  /** Throws not_found. */
  async export(viewer: Viewer, id: number): Promise<WidgetExport> {
    return exportWidget(await getReadableWidget(this.db, viewer, id))
  }

  /** Throws not_found, permission_denied. */
  async checkWritable(viewer: Viewer, id: number): Promise<void> {
    await getWritableWidget(this.db, viewer, id)
  }

  /**
   * Keeps absent members; replaces all of `config`. Throws not_found, permission_denied, validation, conflict
   * (quota), body_too_large.
   */
  update(editor: Editor, id: number, patch: WidgetPatch): Promise<Widget> {
    return this.#update(editor, id, patch, widget => widget)
  }

  /** As `update`; absent members become what they are in a new widget. */
  replace(editor: Editor, id: number, draft: WidgetDraft): Promise<Widget> {
    return this.#update(editor, id, draft, () => undefined)
  }

  /**
   * Removes a widget from all dashboards of its owner and deletes it. Attachments by other users who could
   * read it become separate widgets. Throws not_found, permission_denied.
   */
  async remove(viewer: Viewer, id: number): Promise<void> {
    await this.changes.run(async change => {
      await removeWidget(change, await getWritableWidget(change.transaction, viewer, id))
    })
  }

  async #list<Presented extends object>(
    viewer: Viewer,
    options: DashboardListOptions,
    present: (widget: StoredWidget, viewer: Viewer) => Presented,
  ): Promise<ListResult<Presented>> {
    const { ids, itemCount } = await findWidgets(this.db, viewer, options)
    const objects = await readInParts(
      ids,
      async part => {
        const widgets = await readWidgets(this.db, part)
        return widgets.map(widget => present(widget, viewer))
      },
      options.signal,
    )
    return { objects, itemCount }
  }

  /** `defaultsOf`: where absent members of the body come from. */
  #update(
    editor: Editor,
    id: number,
    body: WidgetPatch,
    defaultsOf: (widget: StoredWidget) => WidgetContent | undefined,
  ): Promise<Widget> {
    return this.changes.run(async change => {
      const widget = await getWritableWidget(change.transaction, editor, id)
      // The dashboard whose settings the widget's query inherits, such as the time range.
      const home = homePlacement(widget)
      const [dashboard] =
        home === undefined ? [] : await readDashboards(change.transaction, [home.dashboardId])
      const content = collectFaults(faults =>
        parseWidget(editor, body, defaultsOf(widget), dashboard?.config ?? {}, faults),
      )
      await this.quota.within(change.transaction, 'widgets', widget.ownerId, () =>
        updateWidget(change, widget, content),
      )
      const [after] = dashboard === undefined ? [] : await readDashboards(change.transaction, [dashboard.id])
      // Only the home is checked: owners of dashboards where the widget is attached cannot prevent changes.
      if (after !== undefined) requireDashboardSize(after, dashboard)
      return presentWidget(await getReadableWidget(change.transaction, editor, id), editor)
    })
  }
}

/** Maximum bytes of JSON of a dashboard with its widgets. */
export const maxDashboardBytes = 256 * 1024

/** Throws body_too_large for a dashboard that is too large, except if the change did not make it larger. */
export function requireDashboardSize(after: StoredDashboard, before?: StoredDashboard): void {
  const bytes = sizeOf(after)
  if (bytes <= maxDashboardBytes || (before !== undefined && bytes <= sizeOf(before))) return
  const detail = `A dashboard with its widgets takes at most ${maxDashboardBytes / 1024} KiB.`
  throw new Fault('body_too_large', { detail })
}

function sizeOf({ config, widgets }: StoredDashboard): number {
  return Buffer.byteLength(JSON.stringify([config, widgets.map(exportWidget)]))
}
