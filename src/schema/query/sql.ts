import { type Static, Type } from 'typebox'
import { TimeRange } from '../time-range.ts'

const maxSqlLength = 20_000

/** Body of a SELECT over events: docs/sql.md. */
export const SqlRequest = Type.Object(
  {
    sql: Type.String({
      title: 'SQL',
      description: 'One SELECT from `events`: docs/sql.md',
      minLength: 1,
      maxLength: maxSqlLength,
    }),
    time_range: Type.Optional({
      ...TimeRange,
      description: 'Events that the statement sees; the last hour when absent',
    }),
  },
  { $id: 'SqlRequest', additionalProperties: false },
)
export type SqlRequest = Static<typeof SqlRequest>

/** The answer to a SqlRequest, at most 10,000 rows. */
export const SqlResult = Type.Object(
  {
    columns: Type.Array(
      Type.Object(
        { name: Type.String(), type: Type.String({ description: 'Type in ClickHouse, such as `UInt64`' }) },
        { additionalProperties: false },
      ),
    ),
    rows: Type.Array(Type.Array(Type.Unknown()), { description: 'Values in the order of the columns' }),
    ts_from: Type.Integer({ description: 'Start of the time range, Unix seconds' }),
    ts_to: Type.Integer({ description: 'End of the time range, exclusive' }),
  },
  { $id: 'SqlResult', additionalProperties: false },
)
export type SqlResult = Static<typeof SqlResult>
