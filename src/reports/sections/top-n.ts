import { fieldText } from '../../charts/name-text.ts'
import type { TopNResults, TopValue } from '../../schema/query/top-n.ts'
import type { Cell, Column, Row, Table } from '../document/document.ts'
import { type Answer, rangeOf, type SectionContent } from './content.ts'
import { nameColumns } from './name-columns.ts'
import { topNPeriodTables } from './top-n-periods.ts'

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
