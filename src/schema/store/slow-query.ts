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
      description: 'null: the computation was for a report, which has no query',
    }),
    type: Type.String(),
    user_id: Type.Integer({
      description: 'Id of the user who asked; of one of them if several users asked the same',
    }),
    filter: Type.String({ description: 'Conditions of the query as JSON, cut off if long' }),
    from: nullable(UnixSeconds, { description: 'Start of the time range; null: the range is invalid' }),
    to: nullable(UnixSeconds, {
      description: 'End of the time range, exclusive; null: the range is invalid',
    }),
    is_refresh: Type.Boolean({ description: 'true: it refreshed the result of a live query' }),
    outcome: Type.Enum(['answered', 'failed', 'stopped']),
    code: nullable(Type.String(), { description: 'Error code; null unless the outcome is `failed`' }),
    duration: millis('Time from start to end'),
    waited: nullable(Type.Integer(), {
      description:
        'Time it waited for its turns at the store, milliseconds; null: it ended without an answer',
    }),
    statements: Type.Integer({ minimum: 0, description: 'Number of statements that the engine ran' }),
    engine_time: millis('Time of the engine, over all statements'),
    rows_read: nullable(Type.Integer(), {
      description: 'Upper bound from the plan of the engine; 0 without statements; null: not known',
    }),
    read_from: Type.Array(Type.Enum([...answerSources])),
  },
  { $id: 'SlowQuery', additionalProperties: false },
)
export type SlowQuery = Static<typeof SlowQuery>
