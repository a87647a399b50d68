import type { WidgetDraft } from '../../schema/dashboards/widget.ts'
import { timeRangeOf } from '../../time/range.ts'
import type { QueryRequest } from '../api/queries.ts'
import { shellQuoted } from '../results/events/copy-events.ts'
import { archiveParam, filterOf } from '../search/state/search-requests.ts'
import { type SearchState, searchAddress } from '../search/state/search-state.ts'
import { statisticsParams } from '../search/state/statistics-state.ts'

/** A link to the current search; a relative range stays relative. */
export function relativeLink(state: SearchState, origin: string): string {
  return origin + searchAddress({ ...state, event: undefined })
}

/** A link that always shows the same time range. `shown`: the range of the answer, for a relative range. */
export function absoluteLink(
  state: SearchState,
  shown: { ts_from: number; ts_to: number } | undefined,
  origin: string,
): string | undefined {
  const range = 'from' in state.range ? state.range : shown && { from: shown.ts_from, to: shown.ts_to }
  // Live works only with relative ranges.
  return (
    range && origin + searchAddress({ ...state, range, unzoomed: undefined, live: false, event: undefined })
  )
}

/** A command that runs a query. It takes the token from the environment of the user who runs it. */
export function curlOf(request: QueryRequest, origin: string): string {
  return [
    `curl -s ${shellQuoted(`${origin}/api/query`)}`,
    `-H "Authorization: token $MILLRACE_TOKEN"`,
    `-H 'Content-Type: application/json'`,
    `-d ${shellQuoted(JSON.stringify(request))}`,
  ].join(' \\\n  ')
}

/** Types of widgets that can show a search. */
export const widgetKinds = ['Search', 'EventRate', 'TopN', 'Stats'] as const
export type WidgetKind = (typeof widgetKinds)[number]

const maxWidgetRows = 50
const maxWidgetValues = 10

/**
 * A widget that shows a search, three columns of the dashboard wide and two rows high. It has no position, so
 * the dashboard shows it below the existing widgets. `field`: the field of a TopN.
 */
export function widgetOf(
  { kind, title, field }: { kind: WidgetKind; title: string; field: string },
  state: SearchState,
  zone: string,
): WidgetDraft {
  const { step: _, ...timeRange } = timeRangeOf(state.range, zone)
  const params = { time_range: timeRange, filter: filterOf(state), ...archiveParam(state) }
  const configOfKind = {
    Search: { sort: [state.sort], page_size: maxWidgetRows },
    EventRate: { view_type: 'time_chart_bars' },
    TopN: { field, limit: maxWidgetValues },
    Stats: {
      ...statisticsParams(state.statistics),
      view_type: state.statistics.isOverTime ? 'time_chart_lines' : 'table',
    },
  }[kind]
  return { type: kind, config: { title, sizeX: 3, sizeY: 2, ...params, ...configOfKind } }
}
