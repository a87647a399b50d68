import { fieldText } from '../../charts/name-text.ts'
import type { LastNResults } from '../../schema/query/last-n.ts'
import { type Answer, rangeOf, type SectionContent } from './content.ts'
import { nameColumns } from './name-columns.ts'

/** The values that were seen last. */
export function lastNContent({ query }: Answer): SectionContent {
  // The results of a LastN.
  const { totals } = query.results as LastNResults
  const field = String(query.params.field ?? 'host')
  const names = nameColumns(field)
  return {
    range: rangeOf(totals),
    figures: [],
    tables: [
      {
        title: `Last ${fieldText(field).toLowerCase()}`,
        columns: [
          ...names.columns,
          { name: 'count', title: 'Occurrences', kind: 'integer' },
          { name: 'last_seen', title: 'Last seen', kind: 'time' },
        ],
        rows: totals.values.map(value => [...names.cells(value.name), value.count, value.last_seen]),
        count: totals.values.length,
      },
    ],
  }
}
