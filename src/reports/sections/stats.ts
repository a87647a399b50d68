import { statsDefaults, statsFunctionTexts } from '../../charts/stats-text.ts'
import type { StatsGroup, StatsParams, StatsResults } from '../../schema/query/stats.ts'
import type { StatsFunction } from '../../schema/query/stats-functions.ts'
import type { Cell, Column, Row, Table } from '../document/document.ts'
import { type Answer, periodColumns, rangeOf, type SectionContent } from './content.ts'
import { nameColumns } from './name-columns.ts'

type Period = NonNullable<StatsResults['details']>[number]

/** The groups with the values of each function, and the same in each period. */
export function statsContent({ query }: Answer): SectionContent {
  // The params and results of a Stats.
  const { functions, groupBy } = statsDefaults(query.params as StatsParams)
  const { totals, details } = query.results as StatsResults
  const names = groupBy.map(field => nameColumns(field, field))
  const columns = [...names.flatMap(({ columns }) => columns), ...functions.map(columnOf)]
  const rowOf = ({ group, values }: StatsGroup): Row => [
    ...names.flatMap(({ cells }, i): Cell[] => cells(group[i] ?? '')),
    ...functions.map(name => values[name] ?? null),
  ]
  const groupsTable: Table = {
    title: groupBy.length === 0 ? 'All events' : 'Groups',
    columns,
    rows: totals.values.map(rowOf),
    count: totals.values.length,
  }
  const rowsOf = ({ ts_from, ts_to, values }: Period): Row[] =>
    values.map((group): Row => [ts_from, ts_to, ...rowOf(group)])
  const periodsTable = details && {
    title: 'Over time',
    columns: [...periodColumns, ...columns],
    // Without groups there is one row for each period: few enough for a list, which charts need.
    rows: groupBy.length === 0 ? details.flatMap(rowsOf) : batchesOf(details, rowsOf),
    count: details.length * totals.values.length,
    groupedColumns: periodColumns.length,
  }
  const groups = { name: 'groups', title: 'Groups', kind: 'integer', value: totals.groups } as const
  return {
    range: rangeOf(totals),
    figures: groupBy.length === 0 ? [] : [groups],
    tables: [groupsTable, ...(periodsTable ? [periodsTable] : [])],
  }
}

function columnOf(name: StatsFunction): Column {
  const isCount = name === 'count' || name === 'distinct'
  return { name, title: statsFunctionTexts[name], kind: isCount ? 'integer' : 'number' }
}

/** The rows of each period, created while reading, since there can be very many. */
async function* batchesOf(
  periods: readonly Period[],
  rowsOf: (period: Period) => Row[],
): AsyncIterable<readonly Row[]> {
  for (const period of periods) yield rowsOf(period)
}
