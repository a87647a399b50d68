import type { Condition, FilterPart } from '../../schema/filter/condition.ts'
import type { Tree } from '../qp/tree.ts'
import type { InlineCondition } from './inline-conditions.ts'

/**
 * Finds the fields that have a word as their value, in any letter case: host, program, and tags by the names
 * that filters take.
 */
export type FindName = (word: string) => readonly string[]
/** For searches whose words are not looked up. */
export const noNames: FindName = () => []

/** Returns a FindName that knows these values of each field. */
export function namesFound(
  found: readonly (readonly [field: string, values: readonly string[]])[],
): FindName {
  const names = found.map(
    ([field, values]) => [field, new Set(values.map(name => name.toLowerCase()))] as const,
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

/** The filter of a word that is a name: messages with the word, and events of the host, program or tag. */
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
