import { changedFieldText, changedValueText, newOrGone } from '../../charts/changes-text.ts'
import type { ChangesResults } from '../../schema/query/changes.ts'
import { type Answer, rangeOf, type SectionContent } from './content.ts'

/** The values whose share moved, with their counts and shares in both ranges. */
export function changesContent({ query }: Answer): SectionContent {
  // The results of a Changes.
  const { totals } = query.results as ChangesResults
  return {
    range: rangeOf(totals),
    figures: [
      { name: 'changed', title: 'Changed values', kind: 'integer', value: totals.changed },
      { name: 'count', title: 'Occurrences', kind: 'integer', value: totals.count },
      { name: 'count_before', title: 'Occurrences before', kind: 'integer', value: totals.before.count },
    ],
    tables: [
      {
        title: 'Changes',
        columns: [
          { name: 'field', title: 'Field', kind: 'text' },
          { name: 'value', title: 'Value', kind: 'text' },
          { name: 'count_before', title: 'Before', kind: 'integer' },
          { name: 'count', title: 'Now', kind: 'integer' },
          { name: 'share_before', title: 'Share before', kind: 'percent' },
          { name: 'share', title: 'Share now', kind: 'percent' },
          { name: 'change', title: 'Change', kind: 'text' },
        ],
        rows: totals.values.map(value => [
          changedFieldText(value.field),
          changedValueText(value),
          value.count_before,
          value.count,
          value.share_before * 100,
          value.share * 100,
          newOrGone(value) ?? (value.share > value.share_before ? 'more' : 'less'),
        ]),
        count: totals.values.length,
      },
    ],
  }
}
