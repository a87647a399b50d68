import type { QueryType } from '../../../schema/query/query.ts'

/** The views of each query type, by their names in `config.view_type`. The first one is the default. */
export const views = {
  TopN: [
    'list',
    'table',
    'pie_chart',
    'bar_chart',
    'time_chart_bars',
    'time_chart_lines',
    'time_chart_splines',
    'time_chart_areas',
    'heat_map',
    'badge',
  ],
  EventRate: ['bars', 'line', 'gauge', 'badge'],
  LastN: ['list'],
  Patterns: ['list'],
  FieldStats: ['list'],
  Stats: ['table', 'bar_chart', 'time_chart_lines', 'badge'],
  Changes: ['table'],
  Search: ['stream', 'table'],
  StorageStats: ['figures'],
  ProcessingStats: ['bars'],
  Tasks: ['list'],
  Notifications: ['list'],
  System_CPU: ['areas', 'lines', 'gauge'],
  System_Memory: ['areas', 'lines', 'gauge'],
  System_DF: ['areas', 'lines', 'gauge'],
  System_IOPS: ['areas', 'lines'],
  System_Network: ['areas', 'lines'],
  System_NetworkErrors: ['areas', 'lines'],
} as const satisfies Record<QueryType, readonly string[]>

type ViewOf<T extends QueryType> = (typeof views)[T][number]
export type View = ViewOf<QueryType>

/** Other names of views, which imported dashboards may have. */
const aliases: Readonly<Partial<Record<QueryType, Readonly<Record<string, View>>>>> = {
  TopN: {
    pie: 'pie_chart',
    donut: 'pie_chart',
    doughnut: 'pie_chart',
    bar: 'bar_chart',
    bars: 'bar_chart',
    stacked: 'time_chart_bars',
    time_chart: 'time_chart_bars',
    line: 'time_chart_lines',
    lines: 'time_chart_lines',
    splines: 'time_chart_splines',
    area: 'time_chart_areas',
    areas: 'time_chart_areas',
    time_chart_area: 'time_chart_areas',
    heatmap: 'heat_map',
    time_chart_heat_map: 'heat_map',
    number: 'badge',
  },
  EventRate: {
    bar: 'bars',
    time_chart: 'bars',
    time_chart_bars: 'bars',
    lines: 'line',
    time_chart_lines: 'line',
    time_chart_splines: 'line',
    gauges: 'gauge',
    number: 'badge',
    big_number: 'badge',
  },
}

/** The view of a widget: reads its name in any spelling. An unknown name gives the default of the type. */
export function viewOf(type: QueryType, config: Readonly<Record<string, unknown>>): View {
  const named = String(config.view_type ?? '')
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  const known: readonly View[] = views[type]
  const viewAliases = aliases[type] ?? {}
  const found =
    known.find(view => view === named) ?? (Object.hasOwn(viewAliases, named) ? viewAliases[named] : undefined)
  if (found !== undefined) return found
  // Before views had names, a ranking with periods was drawn over time.
  return type === 'TopN' && config.with_subperiods === true ? 'time_chart_bars' : views[type][0]
}

const viewsOverTime: ReadonlySet<View> = new Set<View>([
  'time_chart_bars',
  'time_chart_lines',
  'time_chart_splines',
  'time_chart_areas',
  'heat_map',
])

/**
 * Whether a view of a TopN or Stats draws periods, so that the query must compute them (`with_subperiods`).
 */
export function isOverTime(view: View): boolean {
  return viewsOverTime.has(view)
}
