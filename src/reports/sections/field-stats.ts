import { fieldText } from '../../charts/name-text.ts'
import type { FieldStatsResults, NumericStats } from '../../schema/query/field-stats.ts'
import type { Figure } from '../document/document.ts'
import { type Answer, rangeOf, type SectionContent } from './content.ts'
import { nameColumns } from './name-columns.ts'

/** The most frequent values of a field, and statistics of its numbers. */
export function fieldStatsContent({ query }: Answer): SectionContent {
  // The results of a FieldStats.
  const { totals } = query.results as FieldStatsResults
  const field = String(query.params.field ?? 'host')
  const names = nameColumns(field)
  return {
    range: rangeOf(totals),
    figures: [
      { name: 'count', title: 'Occurrences with a value', kind: 'integer', value: totals.count },
      { name: 'total_count', title: 'Occurrences', kind: 'integer', value: totals.total_count },
      { name: 'cardinality', title: 'Distinct values', kind: 'integer', value: totals.cardinality },
      ...(totals.numeric ? numericFigures(totals.numeric) : []),
    ],
    tables: [
      {
        title: `Top ${fieldText(field).toLowerCase()}`,
        columns: [...names.columns, { name: 'count', title: 'Occurrences', kind: 'integer' }],
        rows: totals.values.map(value => [...names.cells(value.name), value.count]),
        count: totals.values.length,
      },
    ],
  }
}

function numericFigures(numeric: NumericStats): Figure[] {
  return (['min', 'max', 'avg', 'p50', 'p95', 'p99'] as const).map(name => ({
    name,
    title: numericTitles[name],
    kind: 'number',
    value: numeric[name],
  }))
}

const numericTitles = {
  min: 'Minimum',
  max: 'Maximum',
  avg: 'Average',
  p50: 'Median',
  p95: '95th percentile',
  p99: '99th percentile',
} as const
