import { placeholders } from '../../../schema/event/template.ts'
import { defaultClass } from '../../../schema/store/retention.ts'
import type { Scope } from '../../contract/event-store.ts'
import type { Field } from '../../contract/field.ts'
import { fieldColumn } from '../../sql/columns.ts'
import { text } from '../../sql/literal.ts'
import { rowsFrom, type TableFacts } from '../../sql/scope.ts'
import type { PrintedStatement } from './print.ts'
import { tagColumn, tagNamesColumn } from './tag-columns.ts'

const { digits, hex, mixed } = placeholders

/** Replacements that turn a template into its pattern, in this order: regular expression and replacement. */
const patternReplacements = [
  // Text that would be read as a placeholder, and backslashes before it.
  [String.raw`(\\*)(<N>|<hex>|<id>)`, String.raw`\1\1\\\2`],
  [`(\\\\*)([${digits}${hex}${mixed}])`, String.raw`\1\1\2`],
  [digits, '<N>'],
  [hex, '<hex>'],
  [mixed, '<id>'],
] as const

/**
 * SQL of the template of a row in the form of patternText (filter/templates/pattern-text.ts). The engine
 * computes it once per template and block.
 */
function patternSql(): string {
  let sql = 'template'
  for (const [pattern, replacement] of patternReplacements)
    sql = `replaceRegexpAll(${sql}, ${text(pattern)}, ${text(replacement)})`
  return sql
}

const fields: readonly Extract<Field, string>[] = [
  'host',
  'program',
  'cisco_mnemonic',
  'facility',
  'severity',
  'status',
  'type',
  'message',
]

/**
 * Columns of events in statements, besides tags, with the SQL of each. A row is a row of the table: the
 * occurrences of an event within one second and one batch.
 */
export const viewColumns: readonly (readonly [name: string, sql: string])[] = [
  ['id', 'id'],
  ['time', 'ts'],
  ['second', 'sec'],
  ['first_time', 'first'],
  ['is_repeat', 'repeat'],
  ['occurrences', 'count'],
  ['retention', `if(class = '', ${text(defaultClass)}, toString(class))`],
  ...fields.map(field => [field, fieldColumn(field)] as const),
  ['template', patternSql()],
]

/**
 * Name of the pattern in the inner SELECT, which has the conditions of the scope. These conditions refer to
 * the table's column `template`, which an alias of that name would replace.
 */
const patternName = 'template_pattern'

/** The path of a tag has its special characters encoded as in URLs: tagPath in schema/event/row.ts. */
const tagNames = 'arrayMap(path -> decodeURLComponent(path), JSONAllPaths(tags))'

/** A limit that is never reached: the engine does not move conditions from outside of a LIMIT into it. */
const barrier = 'LIMIT 4000000000000000000'

/**
 * The events of a scope for FROM. The scope's conditions must be tested before the statement's: otherwise the
 * time the statement takes and its errors would reveal events that the reader may not see. `isRestricted`:
 * whether there are such events, so that the conditions must be kept apart.
 */
export function visibleEvents(
  scope: Scope,
  table: TableFacts,
  { tags, usesTagNames }: Pick<PrintedStatement, 'tags' | 'usesTagNames'>,
  isRestricted: boolean,
): string {
  const columns = [
    ...viewColumns,
    ...tags.map((tag, index) => [tagColumn(index), fieldColumn({ tag: [tag] })] as const),
    ...(usesTagNames ? [[tagNamesColumn, tagNames] as const] : []),
  ]
  const innerName = (name: string) => (name === 'template' ? patternName : name)
  const rows = rowsFrom(
    scope,
    table,
    columns.map(([name, sql]) => `${sql} AS ${innerName(name)}`),
  )
  const names = columns.map(([name]) => `${innerName(name)} AS ${name}`)
  return `(SELECT ${names.join(', ')} FROM ${rows}${isRestricted ? ` ${barrier}` : ''})`
}
