import { Fault } from '../../../schema/fault.ts'
import { isObject } from '../../../schema/text/json-object.ts'
import { EngineError } from '../../clients/engine-error.ts'
import { AnswerTooLargeError } from '../../clients/sql-client.ts'
import type { Read, Scope } from '../../contract/event-store.ts'
import type { SqlAnswer } from '../../contract/sql-source.ts'
import type { ReadContext } from '../context.ts'
import { checkEngineTree, checkedEvents } from './engine-tree.ts'
import { maxAnswerBytes, maxAnswerRows, maxRowsRead, statementLimits } from './limits.ts'
import { parseStatement } from './parse-statement.ts'
import { printStatement } from './print.ts'
import { refusal } from './refusal.ts'
import { tagColumn, tagNamesColumn } from './tag-columns.ts'
import type { Query } from './tree.ts'
import { visibleEvents } from './view.ts'

const maxNameLength = 100

/** Codes of TOO_MANY_ROWS, SET_SIZE_LIMIT_EXCEEDED and TOO_MANY_BYTES: rows read, joined, or in a set. */
const overLimitCodes = new Set([158, 191, 307])
/**
 * Codes of LOGICAL_ERROR and STD_EXCEPTION, and 0 for no code: faults of the engine, not of the statement.
 */
const engineFaultCodes = new Set([0, 49, 1001, 1002])
const maxReasonLength = 300
/** The engine does not compute a subquery that names columns of the SELECT around it, of a remote table. */
const remoteCorrelation = /correlated subqueries are not supported with remote tables/i
/** The engine quotes the statement after these words, including the SQL that the store added. */
const quotation =
  /[.:,]?\s*\b(?:in scope|in query|while processing|while executing|required columns|maybe you meant)\b/i

/**
 * Runs a user's SELECT over the events of a scope (decisions/0038). The user's text never reaches the engine:
 * it is parsed here, and the engine gets SQL that is generated from the tree. The engine first parses that
 * SQL (EXPLAIN AST), and its tree is checked too.
 */
export async function userSql(
  context: ReadContext,
  scope: Scope,
  sql: string,
  read: Read,
): Promise<SqlAnswer> {
  const { client } = context
  const query = parseStatement(sql)
  const statement = printStatement(query)
  try {
    const lines = await client.select(`EXPLAIN AST (${statement.sql(checkedEvents)})`, read)
    checkEngineTree(lines.map(([line]) => String(line)))
    const { predicate } = scope
    // Without a condition every row of the range is visible.
    const isRestricted = !(predicate.kind === 'const' && predicate.value)
    const events = visibleEvents(scope, context, statement, isRestricted)
    const ask = (source: string) =>
      client.limited(`${statement.sql(source)} FORMAT JSONCompact`, read, maxAnswerBytes, statementLimits)
    const bytes = await ask(events).catch((error: unknown) => {
      // The table of several shards is remote: a view of it is not, but is slower.
      if (error instanceof EngineError && remoteCorrelation.test(error.message)) return ask(`view${events}`)
      throw error
    })
    return readAnswer(bytes, query, statement.tags)
  } catch (error) {
    throw statementError(error, statement.tags)
  }
}

/** Reads an answer in JSONCompact. Column names are as written in the statement. */
function readAnswer(bytes: Uint8Array, query: Query, tags: readonly string[]): SqlAnswer {
  const answer: unknown = JSON.parse(Buffer.from(bytes).toString())
  if (!isObject(answer) || !Array.isArray(answer.meta) || !Array.isArray(answer.data))
    throw new TypeError('not an answer in JSONCompact')
  const names = namesOf(query)
  // Written by the engine in this format: rows are arrays, and columns have a name and a type.
  const meta = answer.meta as { name: string; type: string }[]
  return {
    columns: meta.map(({ name, type }, index) => ({
      name: names?.[index] ?? withTagNames(name, tags),
      type,
    })),
    rows: answer.data as unknown[][],
  }
}

/** Names of the columns; undefined when a `*` makes their number unknown. */
function namesOf({ parts: [first] }: Query): readonly string[] | undefined {
  if (first === undefined || first.items.some(({ expression }) => expression === 'all')) return undefined
  return first.items.map(({ expression, alias, text }) => {
    if (alias !== undefined) return alias
    if (expression !== 'all' && expression.kind === 'column') return expression.name
    return text.replaceAll(/\s+/g, ' ').slice(0, maxNameLength)
  })
}

/** The text with the names of tags instead of their columns' names. */
function withTagNames(text: string, tags: readonly string[]): string {
  const named = text.replaceAll(new RegExp(`\\b${tagNamesColumn}\\b`, 'g'), 'mapKeys(tags)')
  return named.replaceAll(/\btag_(\d+)\b/g, (column, index: string) => {
    const tag = tags[Number(index)]
    return tag === undefined || column !== tagColumn(Number(index)) ? column : `tags['${tag}']`
  })
}

/** Converts the error of a user's statement to an answer for the user. */
function statementError(error: unknown, tags: readonly string[]): unknown {
  if (error instanceof AnswerTooLargeError)
    return refusal(
      `The answer has more than ${maxAnswerRows.toLocaleString('en')} rows or ${maxAnswerBytes / 1_000_000} MB: add LIMIT, or group`,
    )
  if (!(error instanceof EngineError) || engineFaultCodes.has(error.code) || error.code < 0) return error
  if (overLimitCodes.has(error.code)) {
    const rows = maxRowsRead.toLocaleString('en')
    const detail = `The statement reads more than ${rows} rows, or joins or compares with more than a million; narrow its time_range or conditions.`
    return new Fault('query_memory', { detail, cause: error })
  }
  return refusal(`The event store refuses the statement: ${reasonOf(error.message, tags)}`)
}

function reasonOf(message: string, tags: readonly string[]): string {
  const [, plain = message] = /^(?:Code: \d+\. )?(?:DB::Exception: )?(.*)$/s.exec(message) ?? []
  const [reason = ''] = plain.split(quotation, 1)
  const isOfStore = /\bmillrace\b|\bSELECT\b/.test(reason)
  if (isOfStore) return 'it cannot be computed as it is written'
  return withTagNames(reason.replace(/\s*\([A-Z_]+\)\s*(\(version.*)?$/s, '').trim(), tags).slice(
    0,
    maxReasonLength,
  )
}
