import type { StorageStatsResults } from '../../schema/query/storage-stats.ts'
import type { Column } from '../document/document.ts'
import { type Answer, periodColumns, rangeOf, type SectionContent } from './content.ts'
import { recordTable } from './record-table.ts'

const columns: readonly Column[] = [
  { name: 'name', title: 'When', kind: 'text' },
  { name: 'new', title: 'New', kind: 'integer' },
  { name: 'duplicates', title: 'Duplicates', kind: 'integer' },
  { name: 'total', title: 'Total', kind: 'integer' },
  ...periodColumns,
]

/** Counts of stored events, in the range and of all time. */
export function storageStatsContent({ query }: Answer): SectionContent {
  // The results of a StorageStats.
  const { totals, all_time } = query.results as StorageStatsResults
  const records = [
    { name: 'totals', ...totals },
    { name: 'all_time', ...all_time },
  ]
  return {
    range: rangeOf(totals),
    figures: [
      { name: 'totals.total', title: 'Stored in the range', kind: 'integer', value: totals.total },
      { name: 'all_time.total', title: 'Stored ever', kind: 'integer', value: all_time.total },
    ],
    tables: [recordTable('Stored events', columns, records)],
  }
}
