import { Fault } from '../../../schema/fault.ts'
import { isObject } from '../../../schema/text/json-object.ts'
import { EngineError } from '../../clients/engine-error.ts'
import { AnswerTooLargeError } from '../../clients/sql-client.ts'
import type { Read, Scope } from '../../contract/event-store.ts'
import type { SqlAnswer } from '../../contract/sql-source.ts'
import type { ReadContext } from '../context.ts'
import { engineFunctions, inFunctions } from './functions.ts'
import { maxAnswerBytes, maxAnswerRows, maxRowsRead, statementLimits } from './limits.ts'
import { parseStatement } from './parse-statement.ts'
import { printStatement } from './print.ts'
import { refusal } from './refusal.ts'
import { tagColumn, tagNamesColumn } from './tag-columns.ts'
import type { Query } from './tree.ts'
import { visibleEvents } from './view.ts'

/** Maximum characters of a column's name that is the text of an expression. */
const maxNameLength = 100

/** Codes of TOO_MANY_ROWS, SET_SIZE_LIMIT_EXCEEDED and TOO_MANY_BYTES: rows read, joined, or in a set. */
const overLimitCodes = new Set([158, 191, 307])
/**
 * No code, LOGICAL_ERROR, STD_EXCEPTION and UNKNOWN_EXCEPTION: the engine is at fault, not the statement.
 */
const engineFaultCodes = new Set([0, 49, 1001, 1002])
const maxReasonLength = 300
/**
 * Error text for a subquery that reads a remote table and names columns of the SELECT around it, which the
 * engine does not compute.
 */
const remoteCorrelation = /correlated subqueries are not supported with remote tables/i
/** Words before a quotation of the statement with the SQL that the store added: `…: in scope SELECT …`. */
const quotation =
  /[.:,]?\s*\b(?:in scope|in query|while processing|while executing|required columns|maybe you meant)\b/i

/**
 * Runs a user's SELECT over the events of a scope (decisions/0038). The user's text never reaches the engine:
 * it is parsed here, and the engine gets SQL that is generated from the tree. The engine first parses that
 * SQL (EXPLAIN AST), and its tree is checked too.
 */
export async function runUserSql(
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
    const runOver = (source: string) =>
      client.limited(`${statement.sql(source)} FORMAT JSONCompact`, read, maxAnswerBytes, statementLimits)
    const bytes = await runOver(events).catch((error: unknown) => {
      // The table of several shards is remote. A view of this table is not, but is slower.
      if (error instanceof EngineError && remoteCorrelation.test(error.message))
        return runOver(`view${events}`)
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
  // Negative codes are our own, such as engineCodes.interrupted.
  if (!(error instanceof EngineError) || engineFaultCodes.has(error.code) || error.code < 0) return error
  if (overLimitCodes.has(error.code)) {
    const rows = maxRowsRead.toLocaleString('en')
    const detail = `The statement reads more than ${rows} rows, or joins or compares with more than a million; narrow its time_range or conditions.`
    return new Fault('query_memory', { detail, cause: error })
  }
  return refusal(`The event store refuses the statement: ${reasonOf(error.message, tags)}`)
}

/** The reason in a message such as `Code: 43. DB::Exception: reason (ILLEGAL_TYPE…) (version 26.7…)`. */
function reasonOf(message: string, tags: readonly string[]): string {
  const [, plain = message] = /^(?:Code: \d+\. )?(?:DB::Exception: )?(.*)$/s.exec(message) ?? []
  const [reason = ''] = plain.split(quotation, 1)
  const quotesStoreSql = /\bmillrace\b|\bSELECT\b/.test(reason)
  if (quotesStoreSql) return 'it cannot be computed as it is written'
  // ` (ILLEGAL_TYPE_OF_ARGUMENT) (version 26.7.1)`
  const withoutSuffix = reason.replace(/\s*\([A-Z_]+\)\s*(\(version.*)?$/s, '').trim()
  return withTagNames(withoutSuffix, tags).slice(0, maxReasonLength)
}

/** Placeholder name of the events in the checked statement; the SQL of the store replaces it. */
export const checkedEvents = 'visible_events'

/** Kinds of nodes that the engine's tree of a statement may have. */
const nodeKinds = new Set([
  'SelectWithUnionQuery',
  'SelectQuery',
  'ExpressionList',
  'TablesInSelectQuery',
  'TablesInSelectQueryElement',
  'TableExpression',
  'TableJoin',
  'TableIdentifier',
  'Subquery',
  'Function',
  'Identifier',
  'Literal',
  'Asterisk',
  'OrderByElement',
  'WindowDefinition',
])

interface TreeNode {
  kind: string
  /** The part after the kind: a name, a value. */
  rest: string
  children: TreeNode[]
}

/**
 * Checks the engine's own tree of a statement (EXPLAIN AST, line by line): regardless of our parser, it may
 * only have these nodes, these functions and this one table. Throws a Fault sql_refused that names anything
 * else.
 */
export function checkEngineTree(lines: readonly string[]): void {
  const root = treeOf(lines)
  if (root.kind !== 'SelectWithUnionQuery') throw refused(root)
  const [statement, settings, ...others] = root.children
  // The store's own settings follow the statement, which is in parentheses.
  if (statement === undefined || others.length > 0 || (settings !== undefined && settings.kind !== 'Set'))
    throw refused(root)
  checkNode(statement)
}

function checkNode(node: TreeNode): void {
  const { kind, rest, children } = node
  if (!nodeKinds.has(kind)) throw refused(node)
  const [name = ''] = rest.split(' ', 1)
  if (kind === 'Function' && !engineFunctions.has(name)) throw refused(node)
  if (kind === 'TableIdentifier' && name !== checkedEvents) throw refused(node)
  if (
    kind === 'TableExpression' &&
    !children.every(({ kind }) => kind === 'TableIdentifier' || kind === 'Subquery')
  )
    throw refused(node)
  // A name on the right of IN would be a table: only values and subqueries may be there.
  if (kind === 'Function' && inFunctions.some(one => one === name)) {
    const right = children[0]?.children[1]
    if (
      right?.kind !== 'Literal' &&
      right?.kind !== 'Subquery' &&
      !(right?.kind === 'Function' && right.rest.startsWith('tuple'))
    )
      throw refused(right ?? node)
  }
  for (const child of children) checkNode(child)
}

/** The engine writes a line for each node, indented by a space for each level. */
function treeOf(lines: readonly string[]): TreeNode {
  const path: TreeNode[] = []
  let root: TreeNode | undefined
  for (const line of lines) {
    const [, indent = '', kind = '', rest = ''] = /^( *)(\w*) ?(.*)$/s.exec(line) ?? []
    const node = { kind, rest, children: [] }
    const parent = path[indent.length - 1]
    if (indent.length > path.length || (root !== undefined && parent === undefined)) throw refused(node)
    parent?.children.push(node)
    root ??= node
    path.splice(indent.length, path.length, node)
  }
  return root ?? { kind: 'nothing', rest: '', children: [] }
}

function refused({ kind, rest }: TreeNode): Error {
  return refusal(
    `The event store reads something in the statement that is not permitted: ${`${kind} ${rest}`.trim().slice(0, 100)}`,
  )
}
