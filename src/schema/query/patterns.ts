import { type Static, Type } from 'typebox'
import { Filter } from '../filter/condition.ts'
import { eventParams, periodMembers } from './shared-members.ts'

/**
 * count: most first. new: templates without an earlier occurrence first. growth: the growth that is least
 * likely by chance first.
 */
const patternSorts = ['count', 'new', 'growth'] as const

/** Patterns: messages grouped by their template. */
export const PatternsParams = Type.Object(
  {
    ...eventParams,
    limit: Type.Optional(Type.Integer({ title: 'Rows', minimum: 1, maximum: 500, default: 50 })),
    sort: Type.Optional(Type.Enum([...patternSorts], { title: 'Sort', default: 'count' })),
    with_subperiods: Type.Optional(Type.Boolean({ title: 'With periods', default: false })),
    compare_before: Type.Optional(
      Type.Boolean({
        title: 'Compare with the time before',
        default: true,
        description: 'Also count the patterns in the time of the same length before the range',
      }),
    ),
  },
  { additionalProperties: false },
)
export type PatternsParams = Static<typeof PatternsParams>

export const PatternValue = Type.Object({
  pattern: Type.String({
    description:
      'The message with <N> in place of digits, <hex> of hexadecimal runs and <id> of runs of letters and digits',
  }),
  count: Type.Integer({ description: 'Occurrences' }),
  count_before: Type.Optional(
    Type.Integer({ description: 'Occurrences in the time before, with compare_before' }),
  ),
  is_new: Type.Optional(Type.Boolean({ description: 'Whether it did not occur in the time before' })),
  counts: Type.Optional(
    Type.Array(Type.Integer(), { description: 'Occurrences by period, with with_subperiods' }),
  ),
  filter: Type.Unsafe<Static<typeof Filter>>({
    ...Filter,
    description: 'Conditions that find the messages of the pattern',
  }),
  example: Type.Optional(Type.String({ description: 'The newest message; absent from partial results' })),
  severity: Type.Optional(Type.Integer({ description: 'The worst severity; absent from partial results' })),
  first_seen: Type.Optional(
    Type.Integer({ description: 'Unix seconds, in the range; absent from partial results' }),
  ),
  last_seen: Type.Optional(
    Type.Integer({ description: 'Unix seconds, in the range; absent from partial results' }),
  ),
  programs: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), count: Type.Integer() }), {
      description: 'The most frequent programs, at most three; absent from partial results',
    }),
  ),
})
export type PatternValue = Static<typeof PatternValue>

export const PatternsResults = Type.Object({
  totals: Type.Object({
    ...periodMembers,
    values: Type.Array(PatternValue),
    cardinality: Type.Integer({ description: 'Distinct patterns in the range' }),
    count: Type.Integer({ description: 'Occurrences of all messages' }),
    without_template: Type.Integer({ description: 'Occurrences of messages that have no pattern' }),
    new_patterns: Type.Optional(
      Type.Integer({ description: 'Patterns that did not occur in the time before' }),
    ),
    before: Type.Optional(
      Type.Object(
        { ...periodMembers, count: Type.Integer() },
        { description: 'The time before, and the occurrences of all messages in it' },
      ),
    ),
  }),
  details: Type.Optional(
    Type.Array(Type.Object({ ...periodMembers, total_count: Type.Integer() }), {
      description: 'The periods, with with_subperiods',
    }),
  ),
})
export type PatternsResults = Static<typeof PatternsResults>
