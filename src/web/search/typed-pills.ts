import { parseQuery } from '../../filter/qp/parser.ts'
import type { Tree } from '../../filter/qp/tree.ts'
import { type TypedCondition, typedConditions } from '../../filter/typed/scan.ts'
import { type Pill, withPill } from './pill.ts'
import { type QueryFault, queryFault } from './query-fault.ts'
import { fittedField, fittedTag, isEventField, opposite } from './typed-field.ts'
import { asWords, replaced, without } from './typed-text.ts'

/** A piece of a search with two possible meanings: the one that was not taken can be chosen. */
export interface OtherMeaning {
  written: string
  /** The whole search with the other meaning, as text. */
  text: string
  /** The filter of the other meaning. */
  pill?: Pill
}
/** A piece that was left among the words. */
export interface LeftAsWords extends OtherMeaning {
  name: string
  /** Why it is no filter, as a sentence; undefined when only its name is not known. */
  why: string | undefined
  /** The whole search with this piece in quotation marks: words, beyond doubt. */
  quoted: string
}

/** The tag that is meant by a name, as filters take it; undefined when no such tag is known. */
export type TagNamed = (name: string) => string | undefined
/** For where no tags are known. */
export const noTags: TagNamed = () => undefined

/** A message search as somebody typed it, taken apart. */
export interface TypedSearch {
  /** What is left to be searched in messages. */
  text: string
  /** What the conditions in it come to, in order. */
  pills: Pill[]
  /** Pieces that became filters, with the search in which they are words. */
  turned: OtherMeaning[]
  /** Pieces that look like conditions and are searched as words. */
  asks: LeftAsWords[]
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
export function readTyped(text: string, tagNamed: TagNamed): TypedSearch {
  const isName = (name: string) =>
    isEventField(name) || name.startsWith('ut_') || tagNamed(name) !== undefined
  const conditions = typedConditions(text, isName)
  if (conditions.length === 0) return { text, pills: [], turned: [], asks: [], fault: queryFault(text) }
  const single = conditions.reduce((masked, { start, end }) => mask(masked, start, end), text)
  const unreadable = queryFault(single)
  if (unreadable) return { text, pills: [], turned: [], asks: [], fault: placed(unreadable, text) }
  const tree = parseQuery(single)
  const places = new Map<TypedCondition, Place>()
  place(tree, { isConjunct: true, isNegated: false }, byPosition(text, conditions), places)

  const turned: { from: TypedCondition; to: TypedCondition; pill: Pill }[] = []
  const asks: LeftAsWords[] = []
  for (const [from, found] of places) {
    const { pill, why } = meaningOf(from, found, tagNamed)
    const to = found.group?.at(-1) ?? from
    if (pill && why === undefined) turned.push({ from, to, pill })
    else if (why !== undefined)
      asks.push({
        written: text.slice(from.start, to.end),
        name: from.name,
        why: why || undefined,
        text: without(text, from.start, to.end),
        quoted: quoted(text, conditions, from, to),
        ...(pill ? { pill } : {}),
      })
  }
  const rest = turned.toReversed().reduce((left, { from, to }) => without(left, from.start, to.end), text)
  const masked = turned.reduce((left, { from, to }) => mask(left, from.start, to.end), text)
  const fault = rest === '' ? undefined : queryFault(masked)
  return {
    text: rest,
    pills: turned.reduce<Pill[]>((pills, { pill }) => withPill(pills, pill), []),
    turned: turned.map(({ from, to, pill }) => ({
      written: text.slice(from.start, to.end),
      pill,
      text: quoted(text, conditions, from, to),
    })),
    asks,
    fault: fault && placed(fault, text),
  }
}

/** The whole search with the conditions from one to another as words. */
function quoted(
  text: string,
  conditions: readonly TypedCondition[],
  from: TypedCondition,
  to: TypedCondition,
): string {
  return conditions
    .filter(({ start, end }) => start >= from.start && end <= to.end)
    .toReversed()
    .reduce((all, each) => replaced(all, each.start, each.end, asWords(each)), text)
}

/** How a condition stands in the search. */
interface Place {
  /** Every event found must meet it (or, negated, must not). */
  isConjunct: boolean
  isNegated: boolean
  /** It and the alternatives beside it, `host:a | host:b`, of which it is the first. */
  group?: readonly TypedCondition[]
}

function place(
  tree: Tree,
  how: Place,
  conditionAt: (tree: Tree) => TypedCondition | undefined,
  places: Map<TypedCondition, Place>,
): void {
  const inner = (part: Tree, changed: Partial<Place>) =>
    place(part, { ...how, ...changed }, conditionAt, places)
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
function alternatives(parts: readonly (TypedCondition | undefined)[]): TypedCondition[] | undefined {
  const [first] = parts
  const all = parts.filter(part => part !== undefined)
  const alike = all.every(part => part.op === 'eq' && part.name === first?.name)
  return alike && all.length === parts.length ? all : undefined
}

/** The filter that a condition comes to or could come to; `why` it is none ('' when only its name is unknown). */
function meaningOf(
  condition: TypedCondition,
  { isConjunct, isNegated, group }: Place,
  tagNamed: TagNamed,
): { pill?: Pill; why?: string } {
  const whole = group ? { ...condition, values: group.flatMap(({ values }) => values) } : condition
  const { name } = condition
  const field = fittedField(whole)
  const known = tagNamed(name)
  const tag = fittedTag({ ...whole, name: known ?? name })
  const meant = field?.fault === undefined && field ? field : tag
  // Neither a field nor a tag could have it: `foo<bar` is words and nothing else.
  if (meant.fault !== undefined) return field ? { why: field.fault ?? '' } : {}
  const pill = isNegated ? opposite(meant.pill, meant !== field) : meant.pill
  if (pill === undefined) return { why: 'a comparison of a tag cannot be turned round' }
  if (field?.fault !== undefined) return { pill, why: field.fault }
  if (!field && !name.startsWith('ut_') && known === undefined) return { pill, why: '' }
  if (!isConjunct) return { pill, why: 'a filter is for the whole search, not for one side of | or a group' }
  // `host: web-1` may be copied out of a message; with any other sign it cannot be read as words.
  if (condition.spaced && /^[^:]*:\s/.test(condition.written)) return { pill, why: '' }
  return { pill }
}

/** A fault of the masked search, with the text as typed. */
function placed(fault: QueryFault, text: string): QueryFault {
  return { ...fault, before: Array.from(text).slice(0, Array.from(fault.before).length).join('') }
}

/** As long in UTF-16 units and in characters, so that places stay what they were. */
function mask(text: string, start: number, end: number): string {
  const inside = text.slice(start, end)
  const word = Array.from(inside, character => (character.length === 1 ? 'x' : '𝒳')).join('')
  return text.slice(0, start) + word + text.slice(end)
}

/** Finds the condition that a term of the masked search stands for. */
function byPosition(text: string, conditions: readonly TypedCondition[]) {
  const length = (until: number) => Array.from(text.slice(0, until)).length
  const known = new Map(conditions.map(each => [`${length(each.start)}-${length(each.end)}`, each]))
  return (tree: Tree) => (tree.kind === 'term' ? known.get(`${tree.start}-${tree.end}`) : undefined)
}
