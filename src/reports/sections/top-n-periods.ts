import { nameText } from '../../charts/name-text.ts'
import type { TopNResults, TopValue } from '../../schema/query/top-n.ts'
import type { Column, Row, Table } from '../document/document.ts'
import { periodColumns } from './content.ts'
import { type NameColumns, nameColumns } from './name-columns.ts'

/** Maximum values with a column of their own; wider tables are unreadable. */
const maxColumns = 50

const inPeriod: Column = { name: 'total_count', title: 'Occurrences in the period', kind: 'integer' }
const count: Column = { name: 'count', title: 'Occurrences', kind: 'integer' }

interface RankedPeriod {
  ts_from: number
  ts_to: number
  values: readonly TopValue[]
  total_count: number
}

/** Tables of a TopN with periods: the overall ranking over time, the ranking of each period, the busiest periods. */
export function topNPeriodTables(field: string, { totals, details, top_periods }: TopNResults): Table[] {
  const names = nameColumns(field)
  const tables: Table[] = []
  if (details !== undefined) {
    const ranked = totals.values.slice(0, maxColumns)
    tables.push({
      title: 'Over time',
      columns: [
        ...periodColumns,
        inPeriod,
        ...ranked.map((value): Column => {
          return { name: String(value.name), title: nameText(field, value.name), kind: 'integer' }
        }),
      ],
      // total_values has the order of totals.values.
      rows: details.map(period => [
        period.ts_from,
        period.ts_to,
        period.total_count,
        ...ranked.map((_, index) => period.total_values[index]?.count ?? 0),
      ]),
      count: details.length,
    })
    tables.push(rankings('Ranking of each period', details, names))
  }
  if (top_periods !== undefined) tables.push(rankings('Busiest periods', top_periods, names))
  return tables
}

/** One row per value of a period, created while reading, since there can be very many. */
function rankings(title: string, periods: readonly RankedPeriod[], names: NameColumns): Table {
  return {
    title,
    columns: [...periodColumns, inPeriod, ...names.columns, count],
    rows: rowsOf(periods, names),
    count: periods.reduce((sum, period) => sum + period.values.length, 0),
    groupedColumns: periodColumns.length + 1,
  }
}

async function* rowsOf(periods: readonly RankedPeriod[], names: NameColumns): AsyncIterable<readonly Row[]> {
  for (const { ts_from, ts_to, total_count, values } of periods)
    yield values.map((value): Row => [ts_from, ts_to, total_count, ...names.cells(value.name), value.count])
}
