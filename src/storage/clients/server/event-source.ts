import { Fault } from '../../../schema/fault.ts'
import { text } from '../../sql/literal.ts'
import { eventsTable } from '../../sql/tables.ts'
import { type StatementRunner, statement } from '../statement-client.ts'

/**
 * The parts of a statement that matter for replacing a table, as alternatives:
 * - a text literal, as `text` of sql/literal.ts writes it,
 * - a name in backquotes, since the name of a tag may contain quotes,
 * - a quote that is not closed,
 * - the name of a table of the store.
 * The parts of an alternative do not overlap, so matching takes linear time.
 */
const quotedOrTable = /'[^'\\]*(?:\\.[^'\\]*)*'|`[^`\\]*(?:\\.[^`\\]*)*`|(?<unclosed>['`])|\bmillrace\.\w+/gs
/** Maximum nested errors whose texts are masked. */
const maxCauses = 10

/** Replaces the table of events in a statement by a table expression. Throws for an unclosed quote. */
export function replaceEventsTable(sql: string, source: string): string {
  return sql.replaceAll(quotedOrTable, (found, unclosed: string | undefined, at: number) => {
    if (unclosed !== undefined) throw new Error(`unclosed ${unclosed} at position ${at} of a statement`)
    return found === eventsTable ? source : found
  })
}

/**
 * Masks a password in the texts of an error and of its causes. Changes the error in place: callers compare
 * aborts by identity.
 */
function maskPassword(error: unknown, password: string): void {
  const escaped = text(password).slice(1, -1)
  const mask = (message: string) => message.replaceAll(escaped, '[HIDDEN]').replaceAll(password, '[HIDDEN]')
  let current = error
  for (let depth = 0; depth < maxCauses && current instanceof Error; depth++) {
    // Some errors have read-only properties: assigns a property only if it contains the password.
    if (mask(current.message) !== current.message) current.message = mask(current.message)
    if (current.stack !== undefined && mask(current.stack) !== current.stack)
      current.stack = mask(current.stack)
    if (current instanceof Fault) Object.assign(current, { detail: mask(current.detail) })
    current = current.cause
  }
}

/**
 * Wraps a runner, so that its statements read events from `source`: a table expression, such as `remote(...)`
 * over the shards that can be reached. `source` contains the password of the servers. Servers quote
 * statements in errors, so the password is masked in them.
 */
export function withEventSource(runner: StatementRunner, source: string, password: string): StatementRunner {
  const withSource = (sql: string) => statement(replaceEventsTable(sql, source))
  const masked = (error: unknown) => {
    if (password !== '') maskPassword(error, password)
    return error
  }
  return {
    // Shards are asked about their own tables, without `source` and so without the password.
    ...(runner.shards && { shards: runner.shards }),
    async run(lane, sql, read, id) {
      try {
        return await runner.run(lane, withSource(sql), read, id)
      } catch (error) {
        throw masked(error)
      }
    },
    async *chunks(sql, read) {
      try {
        yield* runner.chunks(withSource(sql), read)
      } catch (error) {
        throw masked(error)
      }
    },
    get ready() {
      return runner.ready
    },
    // The caller owns `runner`.
    close: async () => {},
  }
}
