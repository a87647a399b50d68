import type { StorageStatsResults } from '../../schema/query/storage-stats.ts'
import type { Column } from '../document.ts'
import { type Answer, rangeOf, type SectionContent } from './content.ts'
import { periodColumns } from './period-columns.ts'

const counts: readonly Column[] = [
  { name: 'new', title: 'New', kind: 'integer' },
  { name: 'duplicates', title: 'Duplicates', kind: 'integer' },
  { name: 'total', title: 'Total', kind: 'integer' },
]

/** What was stored in the range, and ever. */
export function storageStatsContent({ query }: Answer): SectionContent {
  // The results of a StorageStats.
  const { totals, all_time } = query.results as StorageStatsResults
  return {
    range: rangeOf(totals),
    figures: [
      { name: 'totals.total', title: 'Stored in the range', kind: 'integer', value: totals.total },
      { name: 'all_time.total', title: 'Stored ever', kind: 'integer', value: all_time.total },
    ],
    tables: [
      {
        title: 'Stored events',
        columns: [{ name: 'name', title: 'When', kind: 'text' }, ...counts, ...periodColumns],
        rows: [
          ['totals', totals.new, totals.duplicates, totals.total, totals.ts_from, totals.ts_to],
          ['all_time', all_time.new, all_time.duplicates, all_time.total, null, null],
        ],
        count: 2,
      },
    ],
  }
}
