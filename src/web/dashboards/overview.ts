import type { DashboardDraft } from '../../schema/dashboard.ts'
import type { WidgetDraft } from '../../schema/widget.ts'
import type { Pill } from '../search/pill.ts'
import { filterOf } from '../search/search-requests.ts'
import { type Range, timeRangeOf } from '../time/range.ts'

/** A widget of the overview, drawn by the page and saved in a dashboard for reports. */
export type OverviewWidget = { title: string; span: 2 | 3 | 4 | 6 } & (
  | { kind: 'rate'; height: number; colour?: string; pills?: readonly Pill[] }
  | { kind: 'top'; field: string; limit: number; view: 'donut' | 'bars' }
  | { kind: 'top-over-time'; field: string; limit: number; height: number }
  | { kind: 'last'; field: string; limit: number }
  | { kind: 'stream'; limit: number }
)

const errors: Pill[] = [{ field: 'severity', op: 'le', values: ['3'], off: false }]

/** In reading order, six columns per row. */
export const overview: readonly OverviewWidget[] = [
  { kind: 'rate', title: 'Events', span: 4, height: 168 },
  { kind: 'top', title: 'Severities', span: 2, field: 'severity', limit: 8, view: 'donut' },
  { kind: 'rate', title: 'Errors and above', span: 2, pills: errors, colour: '--bar-error', height: 186 },
  { kind: 'top', title: 'Top hosts', span: 2, field: 'host', limit: 6, view: 'donut' },
  { kind: 'top', title: 'Programs', span: 2, field: 'program', limit: 7, view: 'bars' },
  { kind: 'top-over-time', title: 'Programs over time', span: 4, field: 'program', limit: 6, height: 196 },
  { kind: 'last', title: 'Last seen', span: 2, field: 'host', limit: 8 },
  { kind: 'stream', title: 'Live events', span: 6, limit: 20 },
]

const columns = 6

/** The overview as a dashboard that can be saved, over this time range. */
export function overviewDraft(title: string, range: Range, zone: string): DashboardDraft & { title: string } {
  let placed = 0
  const widgets = overview.map((widget, position): WidgetDraft => {
    const place = { col: placed % columns, row: Math.floor(placed / columns), sizeX: widget.span }
    placed += widget.span
    const { type, params } = widgetQuery(widget)
    return { type, position, config: { title: widget.title, ...place, ...params } }
  })
  return { title, config: { time_range: timeRangeOf(range, zone) }, widgets }
}

/** The query type of a widget, its params and view settings. */
function widgetQuery(widget: OverviewWidget): { type: string; params: Record<string, unknown> } {
  switch (widget.kind) {
    case 'rate':
      return { type: 'EventRate', params: { filter: filterOf({ text: '', pills: widget.pills ?? [] }) } }
    case 'top': {
      const { field, limit, view } = widget
      const isDonut = view === 'donut'
      return {
        type: 'TopN',
        params: { field, limit, show_other: isDonut, ...(isDonut ? { view_type: 'pie_chart' } : {}) },
      }
    }
    case 'top-over-time': {
      const { field, limit } = widget
      return { type: 'TopN', params: { field, limit, with_subperiods: true, show_other: true } }
    }
    case 'last':
      return { type: 'LastN', params: { field: widget.field, limit: widget.limit } }
    case 'stream':
      return { type: 'Search', params: { sort: ['-last_occurrence'], page_size: widget.limit } }
  }
}
