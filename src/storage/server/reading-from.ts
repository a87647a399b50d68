import { EngineError } from '../engine-error.ts'
import { eventsTable } from '../sql/columns.ts'
import { text } from '../sql/literal.ts'
import { type StatementRunner, statement } from '../statement-client.ts'

/** A text literal, as `text` of sql/literal.ts writes it, or the name of a table of the store. */
const literalOrTable = /'(?:[^'\\]+|\\.)*'|\bmillrace\.\w+/gs

/** The statement with a table expression in the place of the table of events. */
export function readEventsFrom(source: string, sql: string): string {
  return sql.replaceAll(literalOrTable, found => (found === eventsTable ? source : found))
}

/**
 * Runs statements with a table expression in the place of the table of events, which has a password: neither the text of these statements nor
 * what a server cites of them gets out. It does not close the servers.
 */
export function readingFrom(runner: StatementRunner, source: string, password: string): StatementRunner {
  const elsewhere = (sql: string) => statement(readEventsFrom(source, sql))
  const hidden = (error: unknown) => {
    if (!(error instanceof EngineError) || password === '') return error
    return new EngineError(error.code, error.message.replaceAll(text(password), "'[HIDDEN]'"))
  }
  return {
    ...(runner.shards && { shards: runner.shards }),
    async run(lane, sql, read, id) {
      try {
        return await runner.run(lane, elsewhere(sql), read, id)
      } catch (error) {
        throw hidden(error)
      }
    },
    async *chunks(sql, read) {
      try {
        yield* runner.chunks(elsewhere(sql), read)
      } catch (error) {
        throw hidden(error)
      }
    },
    get ready() {
      return runner.ready
    },
    close: async () => {},
  }
}
