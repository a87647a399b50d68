import { type Static, Type } from 'typebox'
import { nullable, UnixSeconds } from '../shapes.ts'

/** Where an answer came from: counts in memory, rows in memory, statements of the engine. */
const answerSources = ['counts', 'rows', 'sql'] as const
export type AnswerSource = (typeof answerSources)[number]

/** A length of time; `description` says from when to when. */
const millis = (description: string) =>
  Type.Integer({ minimum: 0, description: `${description}, milliseconds` })

/** A computation of a query that took longer than MILLRACE_SLOW_QUERY. */
export const SlowQuery = Type.Object(
  {
    ended_at: UnixSeconds,
    query_id: nullable(Type.String(), {
      description: 'null for a computation for a report, which has no query',
    }),
    type: Type.String(),
    user_id: Type.Integer({
      description: 'The user who asked; if several users share the computation, one of them',
    }),
    filter: Type.String({ description: 'The conditions of the query as JSON, shortened' }),
    from: nullable(UnixSeconds, {
      description: 'Start of the time range; null if the range could not be parsed',
    }),
    to: nullable(UnixSeconds, { description: 'End of the time range, exclusive' }),
    is_refresh: Type.Boolean({ description: 'The refresh of a live query that already had an answer' }),
    outcome: Type.Enum(['answered', 'failed', 'stopped']),
    code: nullable(Type.String(), {
      description: 'Code of the error (see the error catalogue) if the computation failed',
    }),
    duration: millis('Time from start to end'),
    waited: nullable(Type.Integer(), {
      description: 'Time in the queue for the store, milliseconds; null without an answer',
    }),
    statements: Type.Integer({ minimum: 0, description: 'Number of statements that the engine ran' }),
    engine_time: millis('Time in the engine, summed over all statements'),
    rows_read: nullable(Type.Integer(), {
      description:
        'Maximum number of rows read, estimated from the index; null if unknown or if the engine ran no statement',
    }),
    read_from: Type.Array(Type.Enum([...answerSources])),
  },
  { $id: 'SlowQuery', additionalProperties: false },
)
export type SlowQuery = Static<typeof SlowQuery>
