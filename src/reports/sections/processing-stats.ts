import type { ProcessingStatsResults } from '../../schema/query/processing-stats.ts'
import type { Column } from '../document/document.ts'
import { type Answer, periodColumns, rangeOf, type SectionContent } from './content.ts'
import { figuresOf, recordTable } from './record-table.ts'

const counts: readonly Column[] = [
  { name: 'new', title: 'New', kind: 'integer' },
  { name: 'duplicates', title: 'Duplicates', kind: 'integer' },
  { name: 'oot', title: 'Out of time', kind: 'integer' },
]

/** Counts of received events, by period of receipt. */
export function processingStatsContent({ query }: Answer): SectionContent {
  // The results of a ProcessingStats.
  const { totals, details } = query.results as ProcessingStatsResults
  return {
    range: rangeOf(totals),
    figures: figuresOf([...counts, { name: 'total', title: 'Received', kind: 'integer' }], totals),
    tables: [recordTable('Received events', [...periodColumns, ...counts], details)],
  }
}
