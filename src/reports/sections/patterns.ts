import { severities } from '../../schema/event/event.ts'
import type { PatternsResults } from '../../schema/query/patterns.ts'
import { type Answer, rangeOf, type SectionContent } from './content.ts'

/** The messages by pattern, with the counts of the previous time range if compared. */
export function patternsContent({ query }: Answer): SectionContent {
  // The results of a Patterns.
  const { totals } = query.results as PatternsResults
  const compares = totals.before !== undefined
  return {
    range: rangeOf(totals),
    figures: [
      { name: 'cardinality', title: 'Distinct patterns', kind: 'integer', value: totals.cardinality },
      ...(totals.new_patterns === undefined
        ? []
        : [
            {
              name: 'new_patterns',
              title: 'New patterns',
              kind: 'integer',
              value: totals.new_patterns,
            } as const,
          ]),
    ],
    tables: [
      {
        title: 'Patterns',
        columns: [
          { name: 'pattern', title: 'Pattern', kind: 'text' },
          { name: 'count', title: 'Occurrences', kind: 'integer' },
          ...(compares ? [{ name: 'count_before', title: 'Time before', kind: 'integer' } as const] : []),
          { name: 'severity_name', title: 'Worst severity', kind: 'text' },
          { name: 'programs', title: 'Programs', kind: 'text' },
          { name: 'first_seen', title: 'First seen', kind: 'time' },
          { name: 'last_seen', title: 'Last seen', kind: 'time' },
        ],
        rows: totals.values.map(value => [
          value.pattern,
          value.count,
          ...(compares ? [value.count_before ?? null] : []),
          severities[value.severity ?? -1] ?? null,
          (value.programs ?? []).map(({ name }) => name).join(', '),
          value.first_seen ?? null,
          value.last_seen ?? null,
        ]),
        count: totals.values.length,
      },
    ],
  }
}
