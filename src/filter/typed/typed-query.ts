import { parseQuery } from '../qp/parser.ts'
import type { Tree } from '../qp/tree.ts'
import { placeOf, readGroup } from './condition-groups.ts'
import { fieldPill, isEventField, isOrder, negatePill, tagPill } from './condition-pill.ts'
import { quoteCondition, removeCondition, replaceSpan } from './edit-query-text.ts'
import { commandFault } from './foreign-commands.ts'
import { findInlineConditions, type InlineCondition } from './inline-conditions.ts'
import { readLogqlSelector } from './logql-selector.ts'
import { conditionFinder, mask } from './masked-text.ts'
import { type FindName, nameConditions, noNames } from './name-words.ts'
import { type FindTag, fieldOf, isKnown, tagOf, withoutOtherNames } from './names-of-events.ts'
import { isNameOfIndex, isTimeName } from './other-names.ts'
import { type ConditionPill, type Pill, pillOf, withPill } from './pill.ts'
import { type Placement, placementsIn } from './placement.ts'
import { withPlainOperators, withSingleSpaces } from './plain-operators.ts'
import { type QueryFault, queryFault } from './query-fault.ts'

/** A term that can be read as a filter or as text. The page offers the other reading. */
interface AmbiguousTerm {
  written: string
  /** The whole search, with the term read the other way. */
  text: string
}
/** A part of a search that becomes a filter (two for a range). */
interface FilterTerm extends AmbiguousTerm {
  pills: readonly Pill[]
  /** Position in the typed text, `end` exclusive. */
  start: number
  end: number
  /** Whether words after it would belong to it: `host:a OR program:b` without parentheses around it. */
  isOpen: boolean
}
/** A term that looks like a condition but is searched as text. */
export interface TermKeptAsText extends AmbiguousTerm {
  name: string
  /** Position in the typed text. */
  start: number
  /** The filter that it could be (two for a range). Empty if it can only be text. */
  pills: readonly ConditionPill[]
  /** Why it is not a filter; undefined if its name is unknown, or if it may be copied from a message. */
  reason: string | undefined
  /** The whole search with this term quoted. */
  quoted: string
}

/** Maximum words of a search that are looked up. Further ones are searched in messages only. */
const maxNames = 10

/** A typed search, split into text and filters. */
export interface ParsedQuery {
  text: string
  pills: Pill[]
  filterTerms: FilterTerm[]
  /** The typed text without these filter terms. */
  without: (terms: readonly FilterTerm[]) => string
  /** Terms that look like conditions but are searched as text. */
  textTerms: TermKeptAsText[]
  /** Words that also find the events of a host, program or tag, with its `fields`. */
  names: InlineCondition[]
  fault: QueryFault | undefined
  /** Position of the first command of another product, such as `| stats`, which is also a fault. */
  commandAt?: number
}

/**
 * Splits a typed search into text and filters: `host:web-1`, `severity>=3`, `-program:cron`,
 * `program:(cron sshd)`. A condition becomes a filter if it is on an event field or on a tag that
 * `findTag` knows, and has a value that the field can have. Conditions and words beside OR, or in a
 * negated group, become one filter: `(program:sudo OR host:fw-*)`. A word that `findName` knows as a host
 * or program finds its events too. Anything else that looks like a condition is searched as text and
 * listed in `textTerms`, so that the page can say so.
 */
export function parseTypedQuery(typed: string, findTag: FindTag, findName: FindName = noNames): ParsedQuery {
  const command = commandFault(typed, name => isKnown(name, findTag))
  if (command?.character === '|')
    return { ...onlyText(typed), fault: command, commandAt: command.before.length }
  if (command) return { ...onlyText(typed), fault: command }
  const selector = readLogqlSelector(typed)
  if (selector) return ofSelector(typed, selector, findTag)
  const find = isLogLine(typed) ? withoutOtherNames(findTag) : findTag
  return parseOwnForms(
    withPlainOperators(typed, name => fieldOf(name, find) === 'message'),
    typed,
    find,
    findName,
  )
}

/** The words of a search that may be hosts, programs or values of tags. */
export function namesOfSearch(typed: string, findTag: FindTag): string[] {
  const words = new Set<string>()
  parseTypedQuery(typed, findTag, word => {
    words.add(word)
    return []
  })
  return [...words].slice(0, maxNames)
}

/** Reads one condition, which may become text. Does not read forms of other products. */
export function parseCondition(typed: string, findTag: FindTag): ParsedQuery {
  return parseOwnForms(typed, typed, findTag, noNames)
}

/**
 * Parses a search without forms of other products. Replaces each condition by one word of the same length
 * (`mask`), so that the parser of message searches reads the operators and parentheses around it. Then
 * decides for each condition, by its place in the tree, whether it becomes a filter. `text`: the typed text
 * with our operators, in the same length.
 */
function parseOwnForms(text: string, typed: string, findTag: FindTag, findName: FindName): ParsedQuery {
  const tidy = text === typed ? (rest: string) => rest : withSingleSpaces
  const isName = (name: string) => name.startsWith('ut_') || isTimeName(name) || isKnown(name, findTag)
  const inline = findInlineConditions(text, isName)
  if (inline.length === 0 && (findName === noNames || text.trim() === ''))
    return { ...onlyText(tidy(text)), fault: typedFault(text, typed) }
  const time = inline.find(one => isTime(one.name, findTag) && isTimeValue(one))
  if (time) return { ...onlyText(text), fault: timeFault(typed, time) }
  const masked = inline.reduce((search, { start, end }) => mask(search, start, end), text)
  const syntaxError = typedFault(masked, typed)
  if (syntaxError) return { ...onlyText(text), fault: syntaxError }
  const tree = parseQuery(masked)
  const isCondition = conditionFinder(text, inline)
  const words = nameConditions(tree, masked, word => isCondition(word) !== undefined, findName)
  const conditions = [...inline, ...words].sort((one, other) => one.start - other.start)
  const conditionAt = conditionFinder(text, conditions)
  const placements = placementsIn(tree, conditionAt)
  const { filterTerms, textTerms, groups } = readTerms(
    { text, masked, conditions, conditionAt, placements },
    findTag,
  )
  const without = (terms: readonly FilterTerm[]) =>
    tidy(
      terms
        .toReversed()
        .reduce((search, { start, end }) => removeCondition(search, start, end), text)
        .trim(),
    )
  const remainingText = without(filterTerms)
  const maskedFilters = filterTerms.reduce((search, { start, end }) => mask(search, start, end), text)
  const fault = remainingText === '' ? undefined : typedFault(maskedFilters, typed)
  return {
    text: remainingText,
    pills: filterTerms.flatMap(({ pills }) => pills).reduce<Pill[]>(withPill, []),
    filterTerms,
    without,
    textTerms,
    names: words.filter(word => {
      const { within } = placements.get(word) ?? {}
      return within !== undefined && groups.has(within)
    }),
    fault,
  }
}

/** A search with its conditions, in the order of the text, and the places of these in its tree. */
interface MaskedSearch {
  text: string
  /** The text with a word in place of each condition. */
  masked: string
  conditions: readonly InlineCondition[]
  conditionAt: (tree: Tree) => InlineCondition | undefined
  placements: ReadonlyMap<InlineCondition, Placement>
}

/** Decides which terms become filters. `groups`: the parts with OR or NOT that became one filter each. */
function readTerms(
  { text, masked, conditions, conditionAt, placements }: MaskedSearch,
  findTag: FindTag,
): { filterTerms: FilterTerm[]; textTerms: TermKeptAsText[]; groups: ReadonlySet<Tree> } {
  const filterTerms: FilterTerm[] = []
  const textTerms: TermKeptAsText[] = []
  const groups = new Set<Tree>()
  const filtersOf = (condition: InlineCondition, placement: Placement) => {
    const outcome = interpret(condition, placement, findTag)
    return outcome.kind === 'filter' ? outcome.pills : undefined
  }
  for (const [from, placement] of placements) {
    const { within } = placement
    if (within !== undefined && groups.has(within)) continue
    const groupPill = within && pillOf(readGroup(within, { conditionAt, filtersOf }))
    if (within !== undefined && groupPill !== undefined) {
      groups.add(within)
      const { start, end, isOpen } = placeOf(within, masked)
      const to = conditions.findLast(condition => condition.end <= end) ?? from
      const quoted = quoteConditions(text, conditions, from, to)
      const written = text.slice(start, end)
      filterTerms.push({ written, start, end, isOpen, pills: [groupPill], text: quoted })
      continue
    }
    // The group of this word that is a name could not become a filter, so it stays a word.
    if (from.fields !== undefined) continue
    const outcome = interpret(from, placement, findTag)
    if (outcome.kind === 'none' && within === undefined) continue
    const to = placement.alternatives?.at(-1) ?? from
    const { start, end } =
      placement.either === undefined ? { start: from.start, end: to.end } : placeOf(placement.either, masked)
    const written = text.slice(start, end)
    const quoted = quoteConditions(text, conditions, from, to)
    if (outcome.kind === 'filter' && within === undefined) {
      filterTerms.push({ written, start, end, isOpen: false, pills: outcome.pills, text: quoted })
      continue
    }
    textTerms.push({
      written,
      name: from.name,
      start,
      reason:
        outcome.kind === 'text'
          ? outcome.reason
          : 'another condition in its group is searched as text, or the group has too many levels',
      text: removeCondition(text, start, end).trim(),
      quoted,
      pills: outcome.pills,
    })
  }
  return { filterTerms, textTerms, groups }
}

/** A search that is text as a whole. */
function onlyText(text: string): ParsedQuery {
  return { text, pills: [], filterTerms: [], textTerms: [], names: [], without: () => text, fault: undefined }
}

/** Parses a search in LogQL. Its labels are tags, or fields by other names. */
function ofSelector(
  text: string,
  { conditions, end }: { conditions: readonly InlineCondition[]; end: number },
  findTag: FindTag,
): ParsedQuery {
  if (end < text.length) {
    const expected = 'a line filter of LogQL such as |= "word", or the end'
    const fault = { before: text.slice(0, end), character: text.charAt(end), expected }
    return { ...onlyText(text), fault }
  }
  const outcomes = conditions.map(one => interpretOne(one, { isNegated: false }, findTag))
  const found = outcomes.flatMap(({ pills }) => pills)
  const pills = found.reduce<Pill[]>(withPill, [])
  const written = text.trim()
  const quoted = `"${written.replaceAll('"', '')}"`
  const at = outcomes.findIndex(({ kind }) => kind === 'text')
  const [refused, outcome] = [conditions[at], outcomes[at]]
  if (refused === undefined || outcome?.kind !== 'text') {
    const term = { written, start: 0, end: text.length, isOpen: false, pills, text: quoted }
    // The only filter term is the whole search.
    return { ...onlyText(''), pills, filterTerms: [term], without: ([only]) => (only ? '' : text) }
  }
  const { name } = refused
  // The name has not been looked up yet.
  if (findTag(name) === undefined && !isEventField(name))
    return {
      ...onlyText(text),
      textTerms: [{ written, name, start: 0, reason: undefined, text: '', quoted, pills: found }],
    }
  const reason = outcome.reason ?? 'it is no field or tag'
  return {
    ...onlyText(text),
    fault: { before: '', character: '{', expected: `another label than ${name} (${reason})` },
  }
}

/** The whole search, with the conditions from `from` to `to` quoted. */
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

/** What becomes of a condition: */
type Outcome =
  | { kind: 'filter'; pills: readonly ConditionPill[] }
  /**
   * It is searched as text, and `pills` are offered. `reason`: undefined for an unknown name, or if it may be
   * copied from a message.
   */
  | { kind: 'text'; pills: readonly ConditionPill[]; reason: string | undefined }
  /** It is text, and no filter could be meant: no field or tag can have this value, as in `foo<bar`. */
  | { kind: 'none'; pills: readonly [] }

function asText(reason: string | undefined, pills: readonly ConditionPill[] = []): Outcome {
  return { kind: 'text', pills, reason }
}

function interpret(condition: InlineCondition, placement: Placement, findTag: FindTag): Outcome {
  const { upper, ...lower } = condition
  if (upper === undefined) return interpretOne(condition, placement, findTag)
  if (placement.isNegated) return asText('a range cannot be negated')
  const ends = [lower, { ...lower, op: upper.op, values: [upper.value] }]
  const outcomes = ends.map(end => interpretOne(end, placement, findTag))
  const hasBoth = outcomes.every(({ pills }) => pills.length > 0)
  const pills = hasBoth ? outcomes.flatMap(({ pills }) => pills) : []
  const text = outcomes.find(({ kind }) => kind === 'text')
  if (text?.kind === 'text') return asText(text.reason, pills)
  return hasBoth ? { kind: 'filter', pills } : { kind: 'none', pills: [] }
}

function interpretOne(
  condition: InlineCondition,
  { isNegated, alternatives }: Placement,
  findTag: FindTag,
): Outcome {
  const combined = alternatives
    ? { ...condition, values: alternatives.flatMap(({ values }) => values) }
    : condition
  const { name } = condition
  const knownTag = tagOf(name, findTag) || undefined
  if (isTime(name, findTag)) return asText(timeAdvice)
  // `status:error` may be a level, `status=error` not.
  const isColon = /^[^:=<>!~]*:/.test(condition.written)
  const fieldName = fieldOf(name, findTag, isColon ? combined.values : [])
  const field = fieldName === undefined ? undefined : fieldPill({ ...combined, name: fieldName })
  const tag = tagPill({ ...combined, name: knownTag ?? name })
  const result = field?.fault === undefined && field ? field : tag
  if (result.fault !== undefined) return field ? asText(field.fault) : { kind: 'none', pills: [] }
  const pill = isNegated ? negatePill(result.pill, result !== field) : result.pill
  if (pill === undefined) return asText('a comparison of a tag cannot be negated')
  const pills = [pill]
  // A tag may have the name of a field: `status=500` cannot be the status of an event.
  if (field?.fault !== undefined && knownTag === undefined) return asText(field.fault, pills)
  if (!field && !name.startsWith('ut_') && knownTag === undefined) {
    const choosesIndex = isNameOfIndex(name) && /^[\p{L}*]/u.test(combined.values[0] ?? '')
    return asText(choosesIndex ? 'all events are in one index' : undefined, pills)
  }
  return condition.isDoubtful ? asText(undefined, pills) : { kind: 'filter', pills }
}

/** The fault of a comparison with a time, which is no search of text. */
function timeFault(text: string, { start }: InlineCondition): QueryFault {
  const expected = `words or a filter (${timeAdvice})`
  return { before: text.slice(0, start), character: text.charAt(start), expected }
}

const timeAdvice = 'the time range is beside the search'

function isTime(name: string, findTag: FindTag): boolean {
  return isTimeName(name) && typeof tagOf(name, findTag) !== 'string'
}

/** Whether a value is a time, as in `@timestamp >= now-1h` and `earliest=-24h`. */
function isTimeValue({ op, values: [value = ''] }: InlineCondition): boolean {
  return isOrder(op) || /^(?:[-+@]|now|\d)/.test(value)
}

/**
 * Whether a text is a log line of names and values, such as `ts=12 level=info msg=ready`. Names of fields in
 * other products, such as `level`, are no conditions in it.
 */
function isLogLine(text: string): boolean {
  return /(?:^|\s)(?:msg|ts|time|caller)=/.test(text) && (text.match(/\w=\S/g)?.length ?? 0) > 1
}

/**
 * The syntax error of a search, with the texts of its place in the typed text. `search` has the same length,
 * with other characters where conditions are masked or operators rewritten.
 */
function typedFault(search: string, typed: string): QueryFault | undefined {
  const fault = queryFault(search)
  if (fault === undefined) return undefined
  const characters = Array.from(typed)
  const position = Array.from(fault.before).length
  return {
    before: characters.slice(0, position).join(''),
    character: characters[position] ?? ' ',
    expected: fault.expected,
  }
}
