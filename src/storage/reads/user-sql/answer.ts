import { isObject } from '../../../schema/text/json-object.ts'
import type { SqlAnswer } from '../../contract/sql-source.ts'
import { tagColumn, tagNamesColumn } from './tag-columns.ts'
import type { Query } from './tree.ts'

const maxNameLength = 100

/** Reads an answer in JSONCompact. Column names are as written in the statement. */
export function readAnswer(bytes: Uint8Array, query: Query, tags: readonly string[]): SqlAnswer {
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
export function withTagNames(text: string, tags: readonly string[]): string {
  const named = text.replaceAll(new RegExp(`\\b${tagNamesColumn}\\b`, 'g'), 'mapKeys(tags)')
  return named.replaceAll(/\btag_(\d+)\b/g, (column, index: string) => {
    const tag = tags[Number(index)]
    return tag === undefined || column !== tagColumn(Number(index)) ? column : `tags['${tag}']`
  })
}
