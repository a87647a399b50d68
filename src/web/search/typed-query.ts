import { findInlineConditions, type InlineCondition } from '../../filter/inline-conditions.ts'
import { parseQuery } from '../../filter/qp/parser.ts'
import type { Tree } from '../../filter/qp/tree.ts'
import { fieldPill, isEventField, negatePill, tagPill } from './condition-pill.ts'
import { quoteCondition, removeCondition, replaceSpan } from './edit-query-text.ts'
import { type Pill, withPill } from './pill.ts'
import { type QueryFault, queryFault } from './query-fault.ts'

/** A piece of a search with two possible meanings: the one that was not taken can be chosen. */
export interface AmbiguousTerm {
  written: string
  /** The whole search with the other meaning, as text. */
  text: string
  /** The filter of the other meaning. */
  pill?: Pill
}
/** A piece that was left among the words. */
export interface TermKeptAsText extends AmbiguousTerm {
  name: string
  /** Why it is no filter, as a sentence; undefined when only its name is not known. */
  reason: string | undefined
  /** The whole search with this piece in quotation marks: words, beyond doubt. */
  quoted: string
}

/** The tag that is meant by a name, as filters take it; undefined when no such tag is known. */
export type FindTag = (name: string) => string | undefined
/** For where no tags are known. */
export const noTags: FindTag = () => undefined

/** A message search as somebody typed it, taken apart. */
export interface ParsedQuery {
  /** What is left to be searched in messages. */
  text: string
  /** What the conditions in it come to, in order. */
  pills: Pill[]
  /** Pieces that became filters, with the search in which they are words. */
  filterTerms: AmbiguousTerm[]
  /** Pieces that look like conditions and are searched as words. */
  textTerms: TermKeptAsText[]
  /** Where what is left cannot be read, in the text as typed. */
  fault: QueryFault | undefined
}

/**
 * Takes the conditions out of a message search: `host:web-1`, `severity>=3`, `-program:cron`, `program:(cron | sshd)`.
 * A condition becomes a filter when it is on a field of events or on a tag that `tagNamed` knows, has a value that the
 * field can have, and must hold for every event found (not beside `|`, not in a negated group). Everything else that
 * has the form of a condition stays among the words and is listed, so that nobody takes an empty result for the answer
 * to another question.
 */
export function parseTypedQuery(text: string, tagNamed: FindTag): ParsedQuery {
  const isName = (name: string) =>
    isEventField(name) || name.startsWith('ut_') || tagNamed(name) !== undefined
  const conditions = findInlineConditions(text, isName)
  if (conditions.length === 0)
    return { text, pills: [], filterTerms: [], textTerms: [], fault: queryFault(text) }
  const single = conditions.reduce((masked, { start, end }) => mask(masked, start, end), text)
  const unreadable = queryFault(single)
  if (unreadable)
    return { text, pills: [], filterTerms: [], textTerms: [], fault: unmaskFault(unreadable, text) }
  const tree = parseQuery(single)
  const places = new Map<InlineCondition, Placement>()
  collectPlacements(tree, { isConjunct: true, isNegated: false }, conditionFinder(text, conditions), places)

  const turned: { from: InlineCondition; to: InlineCondition; pill: Pill }[] = []
  const textTerms: TermKeptAsText[] = []
  for (const [from, found] of places) {
    const { pill, why } = interpret(from, found, tagNamed)
    const to = found.group?.at(-1) ?? from
    if (pill && why === undefined) turned.push({ from, to, pill })
    else if (why !== undefined)
      textTerms.push({
        written: text.slice(from.start, to.end),
        name: from.name,
        reason: why || undefined,
        text: removeCondition(text, from.start, to.end),
        quoted: quoteConditions(text, conditions, from, to),
        ...(pill ? { pill } : {}),
      })
  }
  const rest = turned
    .toReversed()
    .reduce((left, { from, to }) => removeCondition(left, from.start, to.end), text)
  const masked = turned.reduce((left, { from, to }) => mask(left, from.start, to.end), text)
  const fault = rest === '' ? undefined : queryFault(masked)
  return {
    text: rest,
    pills: turned.reduce<Pill[]>((pills, { pill }) => withPill(pills, pill), []),
    filterTerms: turned.map(({ from, to, pill }) => ({
      written: text.slice(from.start, to.end),
      pill,
      text: quoteConditions(text, conditions, from, to),
    })),
    textTerms,
    fault: fault && unmaskFault(fault, text),
  }
}

/** The whole search with the conditions from one to another as words. */
function quoteConditions(
  text: string,
  conditions: readonly InlineCondition[],
  from: InlineCondition,
  to: InlineCondition,
): string {
  return conditions
    .filter(({ start, end }) => start >= from.start && end <= to.end)
    .toReversed()
    .reduce((all, each) => replaceSpan(all, each.start, each.end, quoteCondition(each)), text)
}

/** How a condition stands in the search. */
interface Placement {
  /** Every event found must meet it (or, negated, must not). */
  isConjunct: boolean
  isNegated: boolean
  /** It and the alternatives beside it, `host:a | host:b`, of which it is the first. */
  group?: readonly InlineCondition[]
}

function collectPlacements(
  tree: Tree,
  how: Placement,
  conditionAt: (tree: Tree) => InlineCondition | undefined,
  places: Map<InlineCondition, Placement>,
): void {
  const inner = (part: Tree, changed: Partial<Placement>) =>
    collectPlacements(part, { ...how, ...changed }, conditionAt, places)
  if (tree.kind === 'term') {
    const condition = conditionAt(tree)
    if (condition) places.set(condition, how)
  } else if (tree.kind === 'not') {
    const isSingle = tree.of.kind === 'term' || tree.of.kind === 'not'
    inner(tree.of, { isNegated: !how.isNegated, isConjunct: how.isConjunct && isSingle })
  } else if (tree.kind === 'and') {
    for (const part of tree.of) inner(part, {})
  } else {
    const group = how.isConjunct && !how.isNegated ? alternatives(tree.of.map(conditionAt)) : undefined
    if (group?.[0]) places.set(group[0], { ...how, group })
    else for (const part of tree.of) inner(part, { isConjunct: false })
  }
}

/** Conditions that are values of one field. */
function alternatives(parts: readonly (InlineCondition | undefined)[]): InlineCondition[] | undefined {
  const [first] = parts
  const all = parts.filter(part => part !== undefined)
  const alike = all.every(part => part.op === 'eq' && part.name === first?.name)
  return alike && all.length === parts.length ? all : undefined
}

/** The filter that a condition comes to or could come to; `why` it is none ('' when only its name is unknown). */
function interpret(
  condition: InlineCondition,
  { isConjunct, isNegated, group }: Placement,
  tagNamed: FindTag,
): { pill?: Pill; why?: string } {
  const whole = group ? { ...condition, values: group.flatMap(({ values }) => values) } : condition
  const { name } = condition
  const field = fieldPill(whole)
  const known = tagNamed(name)
  const tag = tagPill({ ...whole, name: known ?? name })
  const meant = field?.fault === undefined && field ? field : tag
  // Neither a field nor a tag could have it: `foo<bar` is words and nothing else.
  if (meant.fault !== undefined) return field ? { why: field.fault ?? '' } : {}
  const pill = isNegated ? negatePill(meant.pill, meant !== field) : meant.pill
  if (pill === undefined) return { why: 'a comparison of a tag cannot be negated' }
  if (field?.fault !== undefined) return { pill, why: field.fault }
  if (!field && !name.startsWith('ut_') && known === undefined) return { pill, why: '' }
  if (!isConjunct) return { pill, why: 'a filter is for the whole search, not for one side of | or a group' }
  // `host: web-1` may be copied out of a message; with any other sign it cannot be read as words.
  if (condition.spaced && /^[^:]*:\s/.test(condition.written)) return { pill, why: '' }
  return { pill }
}

/** A fault of the masked search, with the text as typed. */
function unmaskFault(fault: QueryFault, text: string): QueryFault {
  return { ...fault, before: Array.from(text).slice(0, Array.from(fault.before).length).join('') }
}

/** As long in UTF-16 units and in characters, so that places stay what they were. */
function mask(text: string, start: number, end: number): string {
  const inside = text.slice(start, end)
  const word = Array.from(inside, character => (character.length === 1 ? 'x' : '𝒳')).join('')
  return text.slice(0, start) + word + text.slice(end)
}

/** Finds the condition that a term of the masked search stands for. */
function conditionFinder(text: string, conditions: readonly InlineCondition[]) {
  const length = (until: number) => Array.from(text.slice(0, until)).length
  const known = new Map(conditions.map(each => [`${length(each.start)}-${length(each.end)}`, each]))
  return (tree: Tree) => (tree.kind === 'term' ? known.get(`${tree.start}-${tree.end}`) : undefined)
}
