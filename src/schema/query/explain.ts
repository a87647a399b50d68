import { type Static, Type } from 'typebox'
import { UnixSeconds } from '../shapes.ts'

const millis = (description: string) => Type.Number({ description: `${description}, milliseconds` })
const whole = (description: string) => Type.Integer({ description })

/**
 * How the current results were computed, for analysing slow queries. All numbers cover all hosts, so only
 * users who see every host get them.
 */
export const Explanation = Type.Object(
  {
    computed_at: UnixSeconds,
    refresh: Type.Boolean({
      description: 'Only new data was computed, because earlier results were available',
    }),
    messages: Type.Enum(['unread', 'index', 'scanned'], {
      description:
        'How the filter uses messages: not at all, through templates and the word index, or by reading them',
    }),
    rows_in_range: Type.Optional(whole('Approximate rows of the range')),
    slices: Type.Optional(
      Type.Object({
        computed: whole('Slices of the range that were computed'),
        kept: whole('Cached slices that were still valid'),
      }),
    ),
    counts: Type.Optional(
      Type.Object({
        from_memory: whole('Tiles of counts from memory'),
        counted: whole('Spans that were counted, because memory did not have their tiles'),
      }),
    ),
    archive: Type.Optional(
      Type.Object(
        { days: whole('Archived days of the range'), bytes: whole('Bytes of their files') },
        { description: 'Only for answers that include archived days' },
      ),
    ),
    engine: Type.Optional(
      Type.Object({
        statements: whole('Statements'),
        time: millis('Sum over all statements'),
        read: Type.Optional(
          Type.Object({
            statements: whole('Statements covered by these numbers, at most sixteen'),
            rows: whole('Maximum rows that they read, by the indexes of the table'),
            bytes: whole('Uncompressed bytes of their columns in these rows'),
          }),
        ),
      }),
    ),
    phases: Type.Optional(
      Type.Object({
        waiting: millis('Waiting for its turns at the store'),
        slices: millis('Computing slices'),
        results: millis('Making results: pages of events, breakdowns'),
        total: millis('From the start to the results'),
      }),
    ),
  },
  { $id: 'QueryExplanation' },
)
export type Explanation = Static<typeof Explanation>
