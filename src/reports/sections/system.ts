import type { SystemType } from '../../schema/query/system-metrics.ts'
import type { CellKind, Column, Row, Table } from '../document.ts'
import type { Answer, SectionContent } from './content.ts'
import { periodColumns } from './period-columns.ts'
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

/** Figures of the host by period, and what they come to. Averages leave periods without samples out, as the API's do. */
export function systemContent(type: SystemType): (answer: Answer) => SectionContent {
  const metrics = metricsOf(type)
  return ({ query }) => {
    // The results of this type: its metrics are members of both.
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
        {
          title: 'Over time',
          columns: [...periodColumns, ...metrics],
          rows: details.map(period => [
            period.ts_from,
            period.ts_to,
            ...metrics.map(({ name }) => period[name] ?? null),
          ]),
          count: details.length,
        },
        totalsTable(metrics, totals),
      ],
    }
  }
}

function totalsTable(metrics: readonly Column[], totals: Record<string, MetricTotals>): Table {
  const kinds = new Set(metrics.map(({ kind }) => kind))
  const [only] = kinds
  const kind: CellKind = kinds.size === 1 && only !== undefined ? only : 'number'
  const rows = metrics.flatMap(({ name, title }): Row[] => {
    const total = totals[name]
    if (total === undefined) return []
    return [[name, title, total.count, total.min, total.avg, total.max, total.last, total.last_ts]]
  })
  return {
    title: 'In all',
    columns: [
      { name: 'metric', title: 'Metric', kind: 'text' },
      { name: 'title', title: 'Meaning', kind: 'text' },
      { name: 'count', title: 'Periods', kind: 'integer' },
      { name: 'min', title: 'Least', kind },
      { name: 'avg', title: 'Average', kind },
      { name: 'max', title: 'Most', kind },
      { name: 'last', title: 'Last', kind },
      { name: 'last_ts', title: 'Last at', kind: 'time' },
    ],
    rows,
    count: rows.length,
  }
}
