import { type Static, Type } from 'typebox'
import { nullable, UnixSeconds } from '../shapes.ts'

/** Where an answer came from: counts in memory, rows in memory, statements of the engine. */
const answerSources = ['counts', 'rows', 'sql'] as const
export type AnswerSource = (typeof answerSources)[number]

const millis = (description: string) =>
  Type.Integer({ minimum: 0, description: `${description}, milliseconds` })

/** A computation of a query that took longer than MILLRACE_SLOW_QUERY. */
export const SlowQuery = Type.Object(
  {
    ended_at: UnixSeconds,
    query_id: nullable(Type.String(), { description: 'null: of a report, which has no query of its own' }),
    type: Type.String(),
    user_id: Type.Integer({ description: 'In whose name it ran: of several who ask the same, one' }),
    filter: Type.String({ description: 'Its conditions as JSON, shortened' }),
    from: nullable(UnixSeconds, { description: 'Of its range; null: the range could not be read' }),
    to: nullable(UnixSeconds),
    is_refresh: Type.Boolean({ description: 'Of a live query that had an answer' }),
    outcome: Type.Enum(['answered', 'failed', 'stopped']),
    code: nullable(Type.String(), { description: 'Of the error catalogue, when it failed' }),
    duration: millis('From its start to its end'),
    waited: nullable(Type.Integer(), {
      description: 'For turns at the store, milliseconds; null: it has no answer',
    }),
    statements: Type.Integer({ minimum: 0, description: 'Of the engine' }),
    engine_time: millis('Sum over all statements'),
    rows_read: nullable(Type.Integer(), {
      description: 'At most, by the indexes of the table; null: the engine was not asked or did not tell',
    }),
    read_from: Type.Array(Type.Enum([...answerSources])),
  },
  { $id: 'SlowQuery', additionalProperties: false },
)
export type SlowQuery = Static<typeof SlowQuery>
