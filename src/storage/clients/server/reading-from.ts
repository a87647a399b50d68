import { Fault } from '../../../schema/fault.ts'
import { text } from '../../sql/literal.ts'
import { eventsTable } from '../../sql/tables.ts'
import { type StatementRunner, statement } from '../statement-client.ts'

/**
 * A text literal as `text` of sql/literal.ts writes it, a name in backquotes (a tag may have quotes), the
 * name of a table of the store, or an unclosed quote. Each character matches in only one way, so the time is
 * linear.
 */
const quotedOrTable = /'[^'\\]*(?:\\.[^'\\]*)*'|`[^`\\]*(?:\\.[^`\\]*)*`|['`]|\bmillrace\.\w+/gs
/** Maximum nested errors whose texts are masked. */
const maxCauses = 10

/** The statement with a table expression in place of the table of events. Throws for an unclosed quote. */
export function readEventsFrom(source: string, sql: string): string {
  return sql.replaceAll(quotedOrTable, (found, at: number) => {
    if (found.length === 1) throw new Error(`a statement has ${found} without an end at ${at}`)
    return found === eventsTable ? source : found
  })
}

/**
 * Masks a password in the texts of an error and of its causes. The error stays the same object: callers
 * compare aborts by identity.
 */
function maskPassword(error: unknown, password: string): void {
  // In both forms: as written in a literal, and plain.
  const forms = [text(password).slice(1, -1), password]
  const mask = (found: string) => forms.reduce((left, form) => left.replaceAll(form, '[HIDDEN]'), found)
  let one = error
  for (let depth = 0; depth < maxCauses && one instanceof Error; depth++) {
    // Members of some errors are read-only: only members with the password are set.
    if (mask(one.message) !== one.message) one.message = mask(one.message)
    if (one.stack !== undefined && mask(one.stack) !== one.stack) one.stack = mask(one.stack)
    if (one instanceof Fault) Object.assign(one, { detail: mask(one.detail) })
    one = one.cause
  }
}

/**
 * Runs statements with a table expression, which contains a password, in place of the table of events.
 * Neither the text of these statements nor a server's quotation of them is disclosed. Does not close the
 * servers.
 */
export function readingFrom(runner: StatementRunner, source: string, password: string): StatementRunner {
  const elsewhere = (sql: string) => statement(readEventsFrom(source, sql))
  const hidden = (error: unknown) => {
    if (password !== '') maskPassword(error, password)
    return error
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
