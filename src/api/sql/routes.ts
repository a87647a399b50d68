import type { SqlQueries } from '../../query/user-sql/sql-queries.ts'
import { Fault } from '../../schema/fault.ts'
import { SqlRequest, SqlResult } from '../../schema/query/sql.ts'
import { readerOf } from '../auth/access.ts'
import { storeFaults } from '../description/faults.ts'
import type { App } from '../http/app.ts'
import { refTo } from '../http/schemas.ts'

/** POST /api/sql: a SELECT over the events that the caller may see. `sql` absent: disabled. */
export function sqlRoutes(app: App, sql: Pick<SqlQueries, 'run'> | undefined): void {
  app.addSchema(SqlRequest)
  app.addSchema(SqlResult)
  app.post(
    '/api/sql',
    {
      compress: {},
      config: {
        access: 'sql',
        allowsReadOnly: true,
        readsEvents: true,
        // Checked before the body, so that an empty request shows whether SQL is on.
        exists: async () => required(sql),
      },
      schema: {
        summary: 'Answer a SELECT over events',
        description:
          'Served where MILLRACE_SQL is true. Waits for the answer; if the client disconnects, the statement is cancelled. docs/sql.md says what a statement may have.',
        body: refTo(SqlRequest),
        response: { 200: refTo(SqlResult) },
        faults: ['sql_refused', 'not_found', ...storeFaults],
      },
    },
    request => required(sql).run(readerOf(request), request.body, request.clientGone),
  )
}

function required<T>(sql: T | undefined): T {
  if (sql === undefined)
    throw new Fault('not_found', { detail: 'SQL is off; MILLRACE_SQL=true turns it on.' })
  return sql
}
