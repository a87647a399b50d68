import type { ProcessingStatsResults } from '../../schema/query/processing-stats.ts'
import { type Answer, rangeOf, type SectionContent } from './content.ts'
import { periodColumns } from './period-columns.ts'

/** What was received, by period of receipt. */
export function processingStatsContent({ query }: Answer): SectionContent {
  // The results of a ProcessingStats.
  const { totals, details } = query.results as ProcessingStatsResults
  return {
    range: rangeOf(totals),
    figures: [
      { name: 'new', title: 'New', kind: 'integer', value: totals.new },
      { name: 'duplicates', title: 'Duplicates', kind: 'integer', value: totals.duplicates },
      { name: 'oot', title: 'Out of time', kind: 'integer', value: totals.oot },
      { name: 'total', title: 'Received', kind: 'integer', value: totals.total },
    ],
    tables: [
      {
        title: 'Received events',
        columns: [
          ...periodColumns,
          { name: 'new', title: 'New', kind: 'integer' },
          { name: 'duplicates', title: 'Duplicates', kind: 'integer' },
          { name: 'oot', title: 'Out of time', kind: 'integer' },
        ],
        rows: details.map(({ ts_from, ts_to, new: firsts, duplicates, oot }) => [
          ts_from,
          ts_to,
          firsts,
          duplicates,
          oot,
        ]),
        count: details.length,
      },
    ],
  }
}
