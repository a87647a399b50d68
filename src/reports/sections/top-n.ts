import { fieldText, nameText } from '../../charts/name-text.ts'
import type { TopNResults, TopValue } from '../../schema/query/top-n.ts'
import type { Cell, Column, Row, Table } from '../document/document.ts'
import { type Answer, periodColumns, rangeOf, type SectionContent } from './content.ts'
import { type NameColumns, nameColumns } from './name-columns.ts'

/** Maximum values that have a column in "Over time"; wider tables are unreadable. */
const maxValueColumns = 50
const inPeriod: Column = { name: 'total_count', title: 'Occurrences in the period', kind: 'integer' }
const count: Column = { name: 'count', title: 'Occurrences', kind: 'integer' }

/** The ranking of values, its breakdowns by subfields, and how it changed over time. */
export function topNContent({ query }: Answer): SectionContent {
  // The results of a TopN.
  const results = query.results as TopNResults
  const { totals } = results
  const field = String(query.params.field ?? 'host')
  const names = nameColumns(field)
  const ranking: Table = {
    title: `Top ${fieldText(field).toLowerCase()}`,
    columns: [...names.columns, count],
    rows: totals.values.map(value => [...names.cells(value.name), value.count]),
    count: totals.values.length,
  }
  return {
    range: rangeOf(totals),
    figures: [{ name: 'cardinality', title: 'Distinct values', kind: 'integer', value: totals.cardinality }],
    tables: [ranking, ...breakdowns(field, totals.values), ...topNPeriodTables(field, results)],
  }
}

/** One table per subfield: the value, the value of the subfield, how often both occur together. */
function breakdowns(field: string, values: readonly TopValue[]): Table[] {
  const subfields = new Set(values.flatMap(value => Object.keys(value.subfields ?? {})))
  const names = nameColumns(field)
  return [...subfields].map(subfield => {
    const parts = nameColumns(subfield, subfield)
    const rows = values.flatMap(value =>
      (value.subfields?.[subfield] ?? []).map((part): Row => {
        const cells: Cell[] = [...names.cells(value.name), ...parts.cells(part.name)]
        return [...cells, part.count]
      }),
    )
    return {
      title: `By ${fieldText(subfield).toLowerCase()}`,
      columns: [...names.columns, ...parts.columns, count],
      rows,
      count: rows.length,
    }
  })
}

interface RankedPeriod {
  ts_from: number
  ts_to: number
  values: readonly TopValue[]
  total_count: number
}

/**
 * Tables of a TopN with periods: the overall ranking over time, the ranking of each period, the busiest
 * periods.
 */
function topNPeriodTables(field: string, { totals, details, top_periods }: TopNResults): Table[] {
  const names = nameColumns(field)
  const tables: Table[] = []
  if (details !== undefined) {
    const ranked = totals.values.slice(0, maxValueColumns)
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
