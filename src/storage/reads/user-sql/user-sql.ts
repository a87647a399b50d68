import type { Read, Scope } from '../../contract/event-store.ts'
import type { SqlAnswer } from '../../contract/sql-source.ts'
import type { ReadContext } from '../context.ts'
import { readAnswer } from './answer.ts'
import { checkEngineTree, checkedEvents } from './engine-tree.ts'
import { maxAnswerBytes, statementLimits } from './limits.ts'
import { parseStatement } from './parse-statement.ts'
import { printStatement } from './print.ts'
import { statementError } from './statement-error.ts'
import { visibleEvents } from './view.ts'

/**
 * Runs a user's SELECT over the events of a scope (decisions/0038). Their text never reaches the engine: it
 * gets SQL generated from the parsed tree. Before that, the tree that the engine parses from the SQL is
 * checked too.
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
    const isRestricted = !(predicate.kind === 'const' && predicate.value)
    const events = visibleEvents(scope, context, statement, isRestricted)
    const bytes = await client.limited(
      `${statement.sql(events)} FORMAT JSONCompact`,
      read,
      maxAnswerBytes,
      statementLimits,
    )
    return readAnswer(bytes, query, statement.tags)
  } catch (error) {
    throw statementError(error, statement.tags)
  }
}
