import type { Condition, FilterPart } from '../../schema/filter/condition.ts'
import type { TopNResults } from '../../schema/query/top-n.ts'
import type { TimeRange } from '../../schema/time-range.ts'
import type { Tree } from '../qp/tree.ts'
import type { InlineCondition } from './inline-conditions.ts'

/** Fields whose values are found by a word alone. */
const nameFields = ['host', 'program'] as const
type NameField = (typeof nameFields)[number]

/** Finds the fields (host, program) that have a word as their value, in any letter case. */
export type FindName = (word: string) => readonly NameField[]
/** For searches whose words are not looked up. */
export const noNames: FindName = () => []

/** Maximum values of one lookup: words may have several spellings. */
const maxValues = 50

/** The TopN query that finds which words are values of a field. */
export interface NameLookup {
  type: 'TopN'
  params: { field: NameField; filter: Condition[]; time_range: TimeRange; limit: number }
}

/** The queries that find words in a range, one for each field; none without words. */
export function nameLookups(words: readonly string[], range: TimeRange): NameLookup[] {
  if (words.length === 0) return []
  const { step: _, ...time_range } = range
  return nameFields.map(field => ({
    type: 'TopN',
    params: { field, filter: [{ field, op: 'eq', value: [...words] }], time_range, limit: maxValues },
  }))
}

/**
 * Finds which words are names in a range. `ask`: runs a query. Never rejects: without an answer, the words
 * are searched in messages only.
 */
export async function lookUpNames(
  words: readonly string[],
  range: TimeRange,
  ask: (lookup: NameLookup) => Promise<Partial<TopNResults>>,
): Promise<FindName> {
  const answers = await Promise.allSettled(
    nameLookups(words, range).map(async lookup => {
      const { totals } = await ask(lookup)
      return [lookup.params.field, totals?.values.map(({ name }) => String(name)) ?? []] as const
    }),
  )
  const found = answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
  return namesFound(Object.fromEntries(found))
}

/** A note for clients that show no filters (CLI, MCP): the word is also searched as a host or program. */
export function nameNote(word: string, fields: readonly string[]): string {
  return `${word} is also searched as a ${fields.join(' and ')}. In quotation marks it is only a word.`
}

/** Returns a FindName that knows these values of each field. */
export function namesFound(found: Partial<Record<NameField, readonly string[]>>): FindName {
  const names = nameFields.map(
    field => [field, new Set(found[field]?.map(name => name.toLowerCase()))] as const,
  )
  return word => names.flatMap(([field, values]) => (values.has(word.toLowerCase()) ? [field] : []))
}

/**
 * The words of a search that are names, in the form of conditions. `text`: the text of the tree;
 * `isCondition`: whether a word of it became a condition already.
 */
export function nameConditions(
  tree: Tree,
  text: string,
  isCondition: (tree: Tree) => boolean,
  findName: FindName,
): InlineCondition[] {
  const characters = Array.from(text)
  return plainWords(tree).flatMap(word => {
    const written = word.text
    // `+word` is a word that must occur, in other products.
    const value = written.replace(/^\+/, '')
    const fields = isCondition(word) ? [] : findName(value)
    if (fields.length === 0) return []
    const start = characters.slice(0, word.start).join('').length
    const end = start + written.length
    return [{ written, start, end, name: '', op: 'eq', values: [value], isSpaced: false, fields }]
  })
}

/** The filter of a word that is a name: messages with the word, and events of the host or program. */
export function namePart(word: string, names: readonly string[]): FilterPart {
  const fields = names.map((field): Condition => ({ field, op: 'eq', value: word }))
  return { any: [{ field: 'message', op: 'qp', value: word }, ...fields] }
}

function plainWords(tree: Tree): (Tree & { kind: 'term' })[] {
  if (tree.kind === 'not') return plainWords(tree.of)
  if (tree.kind !== 'term') return tree.of.flatMap(plainWords)
  const isPlain = !tree.quoted && tree.text.length > 1 && !/[*?]/.test(tree.text)
  return isPlain ? [tree] : []
}
