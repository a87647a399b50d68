import type { EventRateResults } from '../../src/schema/query/event-rate.ts'
import type { LastNResults } from '../../src/schema/query/last-n.ts'
import type { SearchResults } from '../../src/schema/query/search.ts'
import type { TopNResults } from '../../src/schema/query/top-n.ts'

/**
 * The part of the load that a widget's state shows: the first `events`, or everything up to a moment (Unix
 * milliseconds).
 */
export type Shown = { events: number } | { untilMillis: number }

interface WatchedWidget {
  type: string
  config: { title: string; [member: string]: unknown }
  /** `results` belong to this type of query, whose shape the API tests check. */
  shown: (results: unknown) => Shown
}

const rate = (results: unknown): Shown => ({ events: (results as EventRateResults).totals.sum })
const top = (results: unknown): Shown => ({
  events: (results as TopNResults).totals.values.reduce((sum, { count }) => sum + count, 0),
})
const everyLine = [{ field: 'message', op: 'qp', value: 'connection' }]

/** A typical dashboard, with widgets that show all events of the load. */
export const widgets: readonly WatchedWidget[] = [
  { type: 'EventRate', config: { title: 'Events', show_avg: true, show_max: true }, shown: rate },
  {
    type: 'EventRate',
    config: { title: 'Connections', filter: everyLine, time_range: { preset: 'last_6_hours' } },
    shown: rate,
  },
  {
    type: 'TopN',
    config: { title: 'Hosts', field: 'host', limit: 5, show_other: true, view_type: 'pie_chart' },
    shown: top,
  },
  {
    type: 'TopN',
    config: { title: 'Programs', field: 'program', limit: 5, show_other: true, view_type: 'list' },
    shown: top,
  },
  { type: 'TopN', config: { title: 'Severities', field: 'severity', limit: 8 }, shown: top },
  {
    type: 'TopN',
    config: { title: 'Hosts by minute', field: 'host', limit: 5, show_other: true, with_subperiods: true },
    shown: top,
  },
  {
    type: 'LastN',
    config: { title: 'Heard last', field: 'host', limit: 10 },
    shown: results => ({
      untilMillis: Math.round(((results as LastNResults).totals.values[0]?.last_seen ?? 0) * 1_000),
    }),
  },
  {
    type: 'Search',
    config: { title: 'As it happens', limit: 10, sort: '-last_occurrence' },
    shown: results => ({ events: (results as SearchResults).totals.occurrences }),
  },
]
