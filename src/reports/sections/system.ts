import type { SystemType } from '../../schema/query/system.ts'
import type { CellKind, Column, Table } from '../document/document.ts'
import { type Answer, periodColumns, type SectionContent } from './content.ts'
import { recordTable } from './record-table.ts'
import { metricsOf } from './system-metrics.ts'

interface MetricTotals {
  count: number
  sum: number
  min: number | null
  max: number | null
  avg: number | null
  last: number | null
  last_ts: number | null
}
type Period = { ts_from: number; ts_to: number } & Record<string, number>

/** Metrics of the host by period, and their totals. As in the API, averages skip periods without samples. */
export function systemContent(type: SystemType): (answer: Answer) => SectionContent {
  const metrics = metricsOf(type)
  return ({ query }) => {
    // `totals` and each period have a member for each metric of the type.
    const { totals, details } = query.results as unknown as {
      totals: Record<string, MetricTotals>
      details: Period[]
    }
    const [first, last] = [details[0], details.at(-1)]
    return {
      range: first && last && { from: first.ts_from, to: last.ts_to },
      figures: metrics.map(({ name, title, kind }) => ({
        name: `${name}.avg`,
        title: `${title}, average`,
        kind,
        value: totals[name]?.avg ?? null,
      })),
      tables: [
        recordTable('Over time', [...periodColumns, ...metrics], details),
        totalsTable(metrics, totals),
      ],
    }
  }
}

function totalsTable(metrics: readonly Column[], totals: Record<string, MetricTotals>): Table {
  const kinds = new Set(metrics.map(({ kind }) => kind))
  const [only] = kinds
  const kind: CellKind = kinds.size === 1 && only !== undefined ? only : 'number'
  const columns: Column[] = [
    { name: 'metric', title: 'Metric', kind: 'text' },
    { name: 'title', title: 'Meaning', kind: 'text' },
    { name: 'count', title: 'Periods', kind: 'integer' },
    { name: 'min', title: 'Least', kind },
    { name: 'avg', title: 'Average', kind },
    { name: 'max', title: 'Most', kind },
    { name: 'last', title: 'Last', kind },
    { name: 'last_ts', title: 'Last at', kind: 'time' },
  ]
  const records = metrics.flatMap(({ name, title }) =>
    totals[name] === undefined ? [] : [{ metric: name, title, ...totals[name] }],
  )
  return recordTable('In all', columns, records)
}
