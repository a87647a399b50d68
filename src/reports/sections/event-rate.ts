import type { EventRateResults, RatePeriod } from '../../schema/query/event-rate.ts'
import type { Column, Figure } from '../document/document.ts'
import type { WidgetView } from '../document/job.ts'
import { type Answer, periodColumns, rangeOf, type SectionContent } from './content.ts'
import { recordTable } from './record-table.ts'

const columns: readonly Column[] = [
  ...periodColumns,
  { name: 'count', title: 'Occurrences', kind: 'integer' },
]

/** Occurrences by period. */
export function eventRateContent({ query, widget }: Answer): SectionContent {
  // The results of an EventRate.
  const { totals, details } = query.results as EventRateResults
  return {
    range: rangeOf(totals),
    figures: [
      { name: 'sum', title: 'Occurrences', kind: 'integer', value: totals.sum },
      ...gauges(totals, details).filter(({ name }) => isShown(widget, name)),
    ],
    tables: [recordTable('Over time', columns, details)],
  }
}

/** `avg` is the API's, over all periods that have begun. */
function gauges(totals: EventRateResults['totals'], details: readonly RatePeriod[]): Figure[] {
  const busy = details.filter(period => period.count > 0).length
  return [
    { name: 'avg', title: 'Average a period', kind: 'number', value: totals.avg },
    {
      name: 'avg_without_zeros',
      title: 'Average of periods with events',
      kind: 'number',
      value: busy === 0 ? null : totals.sum / busy,
    },
    { name: 'min', title: 'Least in a period', kind: 'integer', value: totals.min },
    { name: 'max', title: 'Most in a period', kind: 'integer', value: totals.max },
    { name: 'last', title: 'Last period', kind: 'integer', value: totals.last },
  ]
}

/** A widget with show_avg, show_min, show_max or show_last shows only those gauges. */
function isShown(widget: WidgetView | undefined, name: string): boolean {
  const config = widget?.config ?? {}
  const isConfigured = ['show_avg', 'show_min', 'show_max', 'show_last'].some(
    member => config[member] !== undefined,
  )
  return !isConfigured || config[`show_${name.replace('_without_zeros', '')}`] === true
}
