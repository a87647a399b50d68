import { Type } from 'typebox'
import type { SqlResult } from '../../schema/query/sql.ts'
import { requestJson, type ToolCall } from '../calls/api.ts'
import { cutText, fitting, shownRange } from '../calls/present.ts'
import { rangeMembers, timeRangeOf } from '../calls/range.ts'
import { defineTool } from '../calls/tool.ts'

const maxTextLength = 1_000

export const sql = defineTool({
  name: 'sql',
  title: 'SQL',
  description:
    "Answers one SELECT over the events of a range, for what no other tool answers. Table events with the columns id, time, second, first_time, is_repeat, occurrences, host, program, severity, facility, status, type, cisco_mnemonic, message, template, tags['name']. Dialect of ClickHouse; sum(occurrences) counts. Give a LIMIT.",
  members: {
    sql: Type.String({ minLength: 1, maxLength: 20_000 }),
    ...rangeMembers,
  },
  async run(call, given) {
    const body = { sql: given.sql, time_range: timeRangeOf(given) }
    const result = await requestJson<SqlResult>(call, 'POST', '/api/sql', body)
    const rows = fitting(result.rows.map(row => row.map(cell)))
    return {
      range: shownRange(result),
      columns: result.columns.map(({ name }) => name),
      rows,
      ...(rows.length < result.rows.length && {
        more: `${result.rows.length - rows.length} more rows do not fit: give a smaller LIMIT with OFFSET, or fewer columns.`,
      }),
    }
  },
  // The route refuses a body without a statement with 400, but only after it has checked the caller and the
  // settings. So 400 means that the caller may use SQL.
  isOffered: async ({ api, signal }: ToolCall) =>
    (await api.request('POST', '/api/sql', {}, signal)).status === 400,
})

function cell(value: unknown): unknown {
  return typeof value === 'string' ? cutText(value, maxTextLength) : value
}
