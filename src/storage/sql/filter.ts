import { LRUCache } from 'lru-cache'
import type { NumberField, Predicate, TextField, TokenPattern } from '../../filter/predicate/predicate.ts'
import { needsWholeEvent } from '../../filter/predicate/whole-event.ts'
import { yes } from '../../filter/templates/template-matcher.ts'
import { byIndex } from './by-index.ts'
import { fieldColumn } from './columns.ts'
import { chunksBy, list, number, text } from './literal.ts'
import { piecesOf } from './long-words.ts'
import { groupMessages } from './message-groups.ts'
import { isOneOf, type KnownNames, verdictsOn } from './named.ts'
import { folded } from './normalise.ts'
import { hasNormalised, hasPhrase, isAscii, needsNormalised, wholeTokens } from './phrase.ts'
import { decideByTemplate } from './template-conditions.ts'
import { textTest, unindexed } from './text-match.ts'

// Compiles predicates of filters into SQL conditions, which match the same events as filter/match/.

/** Maximum tokens in one call: the engine refuses more in hasAllTokens. */
const maxNeedles = { all: 60, any: 1_000 } as const
/**
 * Maximum index calls in one filter. The engine's time to plan a statement grows with the square of their
 * number: 60 take some 0.1 s, 1,000 some 5 s, which cannot be cancelled. Other words are searched in the
 * messages.
 */
const maxIndexCalls = 64
/**
 * With more phrases and wildcards, alternatives are combined into patterns up to a maximum length: each
 * pattern takes the engine 1 ms to plan.
 */
const maxSinglePatterns = 16
const maxGroupLength = 1_000

/** A condition on a row. */
interface Branch {
  /** SQL. */
  rows: string
  /** Matching rows have one of these templates; absent: any template. */
  templates?: ReadonlySet<string>
}

/** The conditions of a predicate on single rows, and on whole events (all rows of an event). */
export interface CompiledFilter {
  /** An SQL condition on a row; '1' without a condition. */
  rows: string
  /** `rows` as one or two conditions, of which a row meets at most one. */
  branches: readonly Branch[]
  /** Approximate share of rows whose messages must be read. */
  messageShare: number
  /** A HAVING condition over the rows of one event, grouped by id; '' without a condition. */
  events: string
}

/** A question compiles its predicate several times, which takes 30 ms for a thousand patterns. */
const cacheBounds = {
  max: 32,
  maxSize: 8_000_000,
  sizeCalculation: ({ rows, events }: CompiledFilter) => rows.length + events.length,
}
const compiledFilters = new LRUCache<Predicate, CompiledFilter>(cacheBounds)
const namedFilters = new LRUCache<Predicate, CompiledFilter & { names: KnownNames; version: number }>(
  cacheBounds,
)

/**
 * Compiles a predicate. Its conditions on single rows and on whole events are separate if they are joined
 * by AND; a part that mixes them is a condition on whole events. With `names`, the conditions list the
 * matching hosts, programs and templates: they are valid for the rows that are readable now, and must not be
 * reused for later rows.
 */
export function compileFilter(predicate: Predicate, names?: KnownNames): CompiledFilter {
  if (names === undefined) {
    const compiled = compiledFilters.get(predicate) ?? compileUncached(predicate)
    compiledFilters.set(predicate, compiled)
    return compiled
  }
  const { version } = names
  const cached = namedFilters.get(predicate)
  if (cached?.names === names && cached.version === version) return cached
  const compiled = { ...compileUncached(predicate, names), names, version }
  namedFilters.set(predicate, compiled)
  return compiled
}

function compileUncached(predicate: Predicate, names?: KnownNames): CompiledFilter {
  const grouped = groupMessages(predicate)
  const { conjuncts } = grouped
  const onEvents = conjuncts.filter(needsWholeEvent)
  const onRows = conjuncts.filter(part => !needsWholeEvent(part))
  const compile = (parts: readonly Predicate[], conditions?: ReadonlyMap<Predicate, string>) =>
    new Compiler(predicate, names, maxIndexCalls, conditions).compile({ kind: 'all', of: parts })
  // HAVING reads messages without the index of words, and its functions would compare words as written.
  const forEvents = new Compiler(predicate, names, 0)
  const onEvent = (part: Predicate) => compileForEvents(part, row => forEvents.compile(row))
  const events = onEvents.length === 0 ? '' : joined('AND', onEvents.map(onEvent))
  const decided = names && decideByTemplate(grouped, names)
  if (decided === undefined) {
    const rows = compile(onRows)
    return { rows, branches: [{ rows }], messageShare: grouped.groups.length === 0 ? 0 : 1, events }
  }
  const { matchesGroup, isDecided, isUndecided, undecided, mayMatch, undecidedShare: messageShare } = decided
  // A row is in one of two branches: its template decides the match, or its message must be read.
  const byTemplate = { rows: joined('AND', [isDecided, compile(onRows, matchesGroup)]) }
  if (isUndecided === '0') return { rows: byTemplate.rows, branches: [byTemplate], messageShare, events }
  const withMessages = compile(onRows)
  const byMessage = { rows: joined('AND', [isUndecided, withMessages]), templates: undecided }
  if (byTemplate.rows === '0') return { rows: byMessage.rows, branches: [byMessage], messageShare, events }
  return {
    // As one condition, it reads the messages of all rows that may match.
    rows: joined('AND', [mayMatch, withMessages]),
    branches: [byTemplate, byMessage],
    messageShare,
    events,
  }
}

/**
 * A HAVING condition of a predicate with fields of whole events. All rows of an event have the same other
 * fields, so one of its rows decides about these. `compileRow` makes the condition on a row.
 */
function compileForEvents(predicate: Predicate, compileRow: (predicate: Predicate) => string): string {
  if (!needsWholeEvent(predicate)) return `any(${compileRow(predicate)})`
  const compile = (part: Predicate) => compileForEvents(part, compileRow)
  switch (predicate.kind) {
    case 'all':
      return joined('AND', predicate.of.map(compile))
    case 'some':
      return joined('OR', predicate.of.map(compile))
    case 'not':
      return negated(compile(predicate.of))
    default:
      return compileRow(predicate)
  }
}

const comparison = { eq: '=', lt: '<', le: '<=', gt: '>', ge: '>=' } as const

/** Functions that the index of words supports. */
type IndexCall = 'hasAllTokens' | 'hasAnyTokens'

/** Compiles parts of one predicate, which share the limits of patterns and of index calls. */
class Compiler {
  /** Whether phrases and wildcards exceed `maxSinglePatterns`, so that each must be cheap. */
  readonly #hasManyPatterns: boolean
  readonly #names: KnownNames | undefined
  /** SQL that replaces these parts of the predicate. */
  readonly #conditions: ReadonlyMap<Predicate, string> | undefined
  /** How many more index calls the conditions may have. */
  #indexCallsLeft: number

  /** `conditions`: SQL that replaces these parts of the predicate. */
  constructor(
    predicate: Predicate,
    names: KnownNames | undefined,
    indexCalls: number,
    conditions?: ReadonlyMap<Predicate, string>,
  ) {
    this.#hasManyPatterns = hasMorePatterns(predicate, maxSinglePatterns)
    this.#names = names
    this.#indexCallsLeft = indexCalls
    this.#conditions = conditions
  }

  /** The SQL condition of a part of the predicate. */
  compile(predicate: Predicate): string {
    const given = this.#conditions?.get(predicate)
    if (given !== undefined) return given
    switch (predicate.kind) {
      case 'const':
        return predicate.value ? '1' : '0'
      case 'all':
        return this.#all(predicate.of)
      case 'some':
        return this.#some(predicate.of)
      case 'not':
        return negated(this.compile(predicate.of))
      case 'text':
        return this.#byName(predicate) ?? textTest(comparedColumn(predicate.field), predicate.test)
      case 'in':
        return this.#byName(predicate) ?? isIn(predicate)
      case 'number':
        return `${numberColumn(predicate.field)} ${comparison[predicate.op]} ${number(predicate.value)}`
      case 'number-in':
        if (predicate.values.length === 0) return '0'
        return `${numberColumn(predicate.field)} IN (${list(predicate.values.map(number))})`
      case 'tag-number': {
        const column = fieldColumn(predicate.field)
        const bound = number(predicate.value)
        return `(match(${column}, '^-?[0-9]+(\\\\.[0-9]+)?$') AND toFloat64OrZero(${column}) ${comparison[predicate.op]} ${bound})`
      }
      case 'phrase':
        return this.#phrase(predicate.tokens)
    }
  }

  /** A condition on hosts or programs as a list of names, which keys and filters of the table support. */
  #byName(predicate: Predicate & { kind: 'text' | 'in' }): string | undefined {
    const { field } = predicate
    if (this.#names === undefined || (field !== 'host' && field !== 'program')) return undefined
    const judged = verdictsOn(this.#names, field, predicate)
    return judged && isOneOf(field, judged.ids, id => judged.verdicts[id] === yes)
  }

  /** AND, with all single words in one index call. */
  #all(parts: readonly Predicate[]): string {
    const words = new Set<string>()
    const others: Predicate[] = []
    for (const part of parts) {
      const word = singleWord(part)
      if (word === undefined) others.push(part)
      else words.add(word)
    }
    return joined('AND', [...this.#haveAll(words), ...others.map(part => this.compile(part))])
  }

  /** OR, with all single words in one index call, and many phrases in few patterns. */
  #some(parts: readonly Predicate[]): string {
    const words = new Set<string>()
    const phrases: (readonly TokenPattern[])[] = []
    const others: Predicate[] = []
    for (const part of parts) {
      const word = singleWord(part)
      if (word !== undefined) words.add(word)
      else if (this.#conditions?.has(part)) others.push(part)
      else if (this.#hasManyPatterns && part.kind === 'phrase' && !needsNormalised(part.tokens))
        phrases.push(part.tokens)
      else others.push(part)
    }
    return joined('OR', [
      ...this.#haveAny(words),
      ...groupsOf(phrases).map(hasPhrase),
      ...others.map(part => this.compile(part)),
    ])
  }

  /** Words by the index only; phrases and wildcards by the index first, then by a pattern. */
  #phrase(tokens: readonly TokenPattern[]): string {
    const only = tokens.length === 1 ? tokens[0] : undefined
    if (only && !only.wild) return this.#haveAll(new Set([only.text])).join(' AND ')
    const words =
      this.#hasManyPatterns || this.#indexCallsLeft === 0 ? [] : this.#mayHaveAll(wholeTokens(tokens))
    const pattern = needsNormalised(tokens) ? hasNormalised([tokens]) : hasPhrase([tokens])
    return `(${[...words, pattern].join(' AND ')})`
  }

  #haveAll(words: ReadonlySet<string>): string[] {
    return this.#conditionsOnWords('hasAllTokens', words, maxNeedles.all)
  }

  #haveAny(words: ReadonlySet<string>): string[] {
    return this.#conditionsOnWords('hasAnyTokens', words, maxNeedles.any)
  }

  /** Conditions that all rows with these words meet, and a few other rows. */
  #mayHaveAll(words: readonly string[]): string[] {
    const short = words.filter(word => piecesOf(word) === undefined)
    const long = words.filter(word => piecesOf(word) !== undefined)
    return [...this.#haveAll(new Set(short)), ...long.flatMap(word => this.#mayHaveOneOf([word]))]
  }

  /** As `#mayHaveAll`, for one of these long words: the index has pieces or, for some, the whole word. */
  #mayHaveOneOf(words: readonly string[]): string[] {
    const pieces = words.flatMap(word => piecesOf(word) ?? [])
    const needles = [pieces.map(({ begin }) => begin), pieces.map(({ end }) => end)]
    if (this.#indexCallsLeft < needles.length || 2 * words.length > maxNeedles.any) return []
    this.#indexCallsLeft -= needles.length
    return needles.map(piecesOfWords => hasTokens('hasAnyTokens', [...new Set([...words, ...piecesOfWords])]))
  }

  /** Conditions on words: by the index as far as it has them and calls are left, otherwise by patterns. */
  #conditionsOnWords(call: IndexCall, words: ReadonlySet<string>, max: number): string[] {
    const left = [...words].filter(word => piecesOf(word) === undefined)
    const conditions = this.#conditionsOnLongWords(
      call,
      [...words].filter(word => piecesOf(word) !== undefined),
    )
    for (; left.length > 0 && this.#indexCallsLeft > 0; this.#indexCallsLeft--) {
      conditions.push(hasTokens(call, left.splice(0, max)))
    }
    const phrases = groupsOf(left.map(text => [{ text, wild: false }]))
    if (call === 'hasAnyTokens') return [...conditions, ...phrases.map(hasPhrase)]
    return [...conditions, ...phrases.flat().map(phrase => hasPhrase([phrase]))]
  }

  /** The index leaves a few candidate rows per long word; their messages decide. */
  #conditionsOnLongWords(call: IndexCall, words: readonly string[]): string[] {
    if (words.length === 0) return []
    const hasOneOf = (alternatives: readonly string[]) => {
      const phrases = groupsOf(alternatives.map(text => [{ text, wild: false }])).map(hasPhrase)
      return joined('AND', [...this.#mayHaveOneOf(alternatives), joined('OR', phrases)])
    }
    return call === 'hasAllTokens' ? words.map(word => hasOneOf([word])) : [hasOneOf(words)]
  }
}

function hasTokens(call: IndexCall, words: readonly string[]): string {
  return byIndex(`${call}(message, [${list(words.map(text))}])`)
}

function comparedColumn(field: TextField): string {
  return field === 'message' ? unindexed(field) : fieldColumn(field)
}

function isIn({ field, values, fold }: Predicate & { kind: 'in' }): string {
  if (values.length === 0) return '0'
  const column = comparedColumn(field)
  return `${fold ? folded(column) : column} IN (${list(values.map(text))})`
}

/**
 * Joins conditions and leaves out constants: the engine evaluates `NOT (0 OR NOT hasAllTokens(…))` wrongly,
 * so a constant is never part of a condition.
 */
function joined(by: 'AND' | 'OR', conditions: readonly string[]): string {
  const [neutral, decisive] = by === 'AND' ? ['1', '0'] : ['0', '1']
  if (conditions.includes(decisive)) return decisive
  const left = conditions.filter(condition => condition !== neutral)
  const [only = neutral] = left
  return left.length > 1 ? `(${left.join(` ${by} `)})` : only
}

function negated(condition: string): string {
  if (condition === '0') return '1'
  return condition === '1' ? '0' : `NOT (${condition})`
}

/**
 * Groups of phrases that fit into one pattern of bounded size. Phrases of plain ASCII have groups of their
 * own.
 */
function groupsOf(phrases: readonly (readonly TokenPattern[])[]): (readonly TokenPattern[])[][] {
  const length = (tokens: readonly TokenPattern[]) =>
    tokens.reduce((sum, { text }) => sum + 1 + text.length, 0)
  const alike = [phrases.filter(isAscii), phrases.filter(tokens => !isAscii(tokens))]
  return alike.flatMap(phrases => [...chunksBy(phrases, length, maxGroupLength)])
}

/** The only word of a predicate, if the predicate has nothing else. */
function singleWord(predicate: Predicate): string | undefined {
  const [word, ...more] = predicate.kind === 'phrase' ? predicate.tokens : []
  return word === undefined || word.wild || more.length > 0 ? undefined : word.text
}

/** Whether a predicate has more phrases and wildcards than `max`. */
function hasMorePatterns(predicate: Predicate, max: number): boolean {
  let found = 0
  const look = (part: Predicate): void => {
    if (part.kind === 'not') look(part.of)
    else if (part.kind === 'all' || part.kind === 'some') for (const each of part.of) look(each)
    else if (part.kind === 'phrase' && singleWord(part) === undefined) found++
  }
  look(predicate)
  return found > max
}

function numberColumn(field: NumberField): string {
  switch (field) {
    case 'counter':
      return 'sum(count)'
    case 'first_occurrence':
      return 'toUnixTimestamp64Micro(min(first))'
    case 'last_occurrence':
      return 'toUnixTimestamp64Micro(max(ts))'
    default:
      return field
  }
}
