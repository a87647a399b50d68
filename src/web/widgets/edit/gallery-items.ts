import { noteType } from '../../../schema/dashboards/note.ts'
import type { WidgetDraft } from '../../../schema/dashboards/widget.ts'
import { widgetEditorTexts } from '../../texts/dashboards/widget-editor.ts'

/** A widget in the gallery that users may start with. Its title and use are `widgetEditorTexts.kinds[id]`. */
export interface GalleryItem {
  id: keyof typeof widgetEditorTexts.kinds
  draft: WidgetDraft & { config: Record<string, unknown> }
}

/** An item whose widget starts with the title that the gallery shows. */
function item(id: GalleryItem['id'], type: string, config: Record<string, unknown> = {}): GalleryItem {
  const [title] = widgetEditorTexts.kinds[id]
  return { id, draft: { type, config: { title, ...config } } }
}

/** The filter for errors and more severe events. */
const errors = [{ field: 'severity', op: 'le', value: 3 }]

/** Every type of widget, and views that users look for by their own names. */
export const galleryItems: readonly GalleryItem[] = [
  item('rate', 'EventRate', { sizeX: 4 }),
  item('errors', 'EventRate', { filter: errors }),
  item('total', 'EventRate', { view_type: 'badge' }),
  item('gauge', 'EventRate', { view_type: 'gauge', show_last: true, show_avg: true }),
  item('topList', 'TopN', { field: 'program', limit: 10, view_type: 'list' }),
  item('pie', 'TopN', { field: 'severity', limit: 8, view_type: 'pie_chart' }),
  item('table', 'TopN', { field: 'host', limit: 10, view_type: 'table', with_subperiods: true }),
  item('bars', 'TopN', { field: 'host', limit: 8, view_type: 'bar_chart' }),
  item('stacked', 'TopN', {
    field: 'program',
    limit: 6,
    show_other: true,
    view_type: 'time_chart_bars',
    sizeX: 4,
  }),
  item('curves', 'TopN', { field: 'host', limit: 5, view_type: 'time_chart_splines', sizeX: 4 }),
  item('heat', 'TopN', { field: 'host', limit: 12, view_type: 'heat_map', sizeX: 4 }),
  item('distinct', 'TopN', { field: 'host', view_type: 'badge' }),
  item('last', 'LastN', { field: 'host', limit: 10 }),
  item('search', 'Search', { sort: ['-last_occurrence'], limit: 20, sizeX: 6, sizeY: 2 }),
  item('patterns', 'Patterns', { limit: 20, with_subperiods: true, sizeX: 4 }),
  item('field', 'FieldStats', { field: 'severity' }),
  item('stats', 'Stats', {
    functions: ['count', 'distinct'],
    field: 'program',
    group_by: ['host'],
    sizeX: 3,
  }),
  item('changes', 'Changes', { sizeX: 4 }),
  item('processing', 'ProcessingStats', { sizeX: 3 }),
  item('storage', 'StorageStats', { sizeX: 3 }),
  item('note', noteType, { note_text: widgetEditorTexts.noteSample }),
  item('tasks', 'Tasks', { is_open: true }),
  item('notifications', 'Notifications'),
  item('cpu', 'System_CPU', { sizeX: 3 }),
  item('memory', 'System_Memory', { sizeX: 3 }),
  item('disk', 'System_DF', { sizeX: 3 }),
  item('iops', 'System_IOPS', { sizeX: 3 }),
  item('network', 'System_Network', { sizeX: 3 }),
  item('networkErrors', 'System_NetworkErrors', { sizeX: 3 }),
]
