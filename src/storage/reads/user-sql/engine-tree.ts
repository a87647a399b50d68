import { engineFunctions, inFunctions } from './functions.ts'
import { refusal } from './refusal.ts'

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
  check(statement)
}

function check(node: TreeNode): void {
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
  // A name on the right of IN is a table name.
  if (kind === 'Function' && inFunctions.some(one => one === name)) {
    const right = children[0]?.children[1]
    if (
      right?.kind !== 'Literal' &&
      right?.kind !== 'Subquery' &&
      !(right?.kind === 'Function' && right.rest.startsWith('tuple'))
    )
      throw refused(right ?? node)
  }
  for (const child of children) check(child)
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
