import type { FilterPart } from '../../schema/filter/condition.ts'
import { isGroup, maxGroupDepth } from '../../schema/filter/groups.ts'
import { printQuery } from '../qp/print-query.ts'
import type { Tree } from '../qp/tree.ts'
import type { InlineCondition } from './inline-conditions.ts'
import { namePart } from './name-words.ts'
import { type ConditionPill, conditionOf } from './pill.ts'

/** The conditions of the search whose groups are read. */
export interface GroupSource {
  /** The condition that a term of the tree stands for; undefined for words. */
  conditionAt: (tree: Tree) => InlineCondition | undefined
  /**
   * The filters of a condition (two for a range); undefined if it is searched as text. `alternatives`: the
   * conditions of an OR on the same field, of which it is the first.
   */
  filtersOf: (
    condition: InlineCondition,
    place: { isNegated: boolean; alternatives?: readonly InlineCondition[] },
  ) => readonly ConditionPill[] | undefined
}

/**
 * Reads a part of a search with OR or NOT, such as `host:a OR (program:b failed)`, as a part of a filter.
 * Words become conditions on the message. Undefined if a condition in it is searched as text, or if it is
 * nested too deeply.
 */
export function readGroup(tree: Tree, source: GroupSource): FilterPart | undefined {
  const part = readPart(tree, source)
  return part !== undefined && depthOf(part) <= maxGroupDepth ? part : undefined
}

function readPart(tree: Tree, source: GroupSource): FilterPart | undefined {
  if (!hasCondition(tree, source)) return { field: 'message', op: 'qp', value: printQuery(tree) }
  if (tree.kind === 'term') return readCondition(tree, source, false)
  if (tree.kind === 'not') {
    const negated = tree.of.kind === 'term' ? readCondition(tree.of, source, true) : undefined
    if (negated !== undefined) return negated
    const not = readPart(tree.of, source)
    return not && { not }
  }
  if (tree.kind === 'and') return combined('all', tree.of, source)
  const alternatives = alternativesIn(tree.of.map(source.conditionAt))
  const [first] = alternatives ?? []
  const pills = first && alternatives && source.filtersOf(first, { isNegated: false, alternatives })
  return pills === undefined ? combined('any', tree.of, source) : partOfPills(pills)
}

/** Joins parts by OR or AND. All words among them become one condition on the message. */
function combined(kind: 'any' | 'all', trees: readonly Tree[], source: GroupSource): FilterPart | undefined {
  const parts: FilterPart[] = []
  const words: Tree[] = []
  for (const tree of trees) {
    if (!hasCondition(tree, source)) words.push(tree)
    else {
      const part = readPart(tree, source)
      if (part === undefined) return undefined
      parts.push(part)
    }
  }
  const [only, ...others] = words
  if (only !== undefined) {
    const span = { start: only.start, end: words.at(-1)?.end ?? only.end }
    const search: Tree =
      others.length === 0 ? only : { kind: kind === 'all' ? 'and' : 'or', of: words, ...span }
    parts.push({ field: 'message', op: 'qp', value: printQuery(search) })
  }
  return kind === 'all' ? { all: parts } : { any: parts }
}

function readCondition(tree: Tree, source: GroupSource, isNegated: boolean): FilterPart | undefined {
  const condition = source.conditionAt(tree)
  const { fields, values: [word = ''] = [] } = condition ?? {}
  if (fields !== undefined) return isNegated ? undefined : namePart(word, fields)
  const pills = condition && source.filtersOf(condition, { isNegated })
  return pills && partOfPills(pills)
}

function partOfPills(pills: readonly ConditionPill[]): FilterPart | undefined {
  const parts = pills.map(conditionOf)
  return parts.length > 1 ? { all: parts } : parts[0]
}

function hasCondition(tree: Tree, source: GroupSource): boolean {
  if (tree.kind === 'term') return source.conditionAt(tree) !== undefined
  if (tree.kind === 'not') return hasCondition(tree.of, source)
  return tree.of.some(part => hasCondition(part, source))
}

/** The parts of an OR, if all of them test the same field or tag for equality. */
export function alternativesIn(
  parts: readonly (InlineCondition | undefined)[],
): InlineCondition[] | undefined {
  const [first] = parts
  const conditions = parts.filter(part => part !== undefined)
  const areAlike = conditions.every(
    ({ op, name, fields }) => op === 'eq' && name === first?.name && fields === undefined,
  )
  return areAlike && conditions.length === parts.length ? conditions : undefined
}

function depthOf(part: FilterPart): number {
  if (!isGroup(part)) return 0
  const { any = [], all = [], not } = part
  return 1 + Math.max(0, ...[...any, ...all, ...(not === undefined ? [] : [not])].map(depthOf))
}

/**
 * The position of a tree in a text with its parentheses, in UTF-16 units, `end` exclusive. The positions of
 * a tree omit its outermost parentheses: in `(a b) OR (c)` the OR reaches from `a` to `c`, and in `((a))` the
 * term is `a`. `text` has words in place of conditions. `isOpen`: the tree is `a OR b` without parentheses,
 * so a word typed after it would become a part of it.
 */
export function placeOf(tree: Tree, text: string): { start: number; end: number; isOpen: boolean } {
  const characters = Array.from(text)
  // Parentheses within quotation marks do not count.
  const plain = text.replace(/"[^"]*"/g, quoted => 'x'.repeat(quoted.length))
  let start = characters.slice(0, tree.start).join('').length
  let end = characters.slice(0, tree.end).join('').length
  let isOpen = tree.kind === 'or'
  for (;;) {
    const opening = /\(\s*$/.exec(plain.slice(0, start))
    const closing = /^\s*\)/.exec(plain.slice(end))
    const { opened, closed } = unmatched(plain.slice(start, end))
    if (closed > 0 && opening) start = opening.index
    else if (opened > 0 && closing) end += closing[0].length
    else if (opening && closing) {
      start = opening.index
      end += closing[0].length
      isOpen = false
    } else return { start, end, isOpen }
  }
}

/** Counts parentheses without their counterpart. */
function unmatched(text: string): { opened: number; closed: number } {
  let [opened, closed] = [0, 0]
  for (const character of text) {
    if (character === '(') opened++
    else if (character === ')' && opened > 0) opened--
    else if (character === ')') closed++
  }
  return { opened, closed }
}
