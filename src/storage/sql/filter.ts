import { translate } from '../../filter/expressions/translate.ts'
import type { NumberField, Predicate, TextTest, TokenPattern } from '../../filter/predicate.ts'
import { needsWholeEvent } from '../../filter/whole-event.ts'
import { textColumn } from './columns.ts'
import { list, number, text } from './literal.ts'
import { folded, spacedWords } from './normalise.ts'
import { hasPhrase, needsNormalised, normalisedPattern, wholeTokens } from './phrase.ts'
import { mayContainOneOf, phraseTemplate } from './template.ts'

/** More tokens than this in one call are refused by the engine. */
const maxNeedles = 60

/** A predicate taken apart: what a single row answers, and what only the whole event (all its rows) can. */
export interface CompiledFilter {
  /** An SQL condition on a row; '1' when there is none. */
  rows: string
  /** A HAVING condition over the rows of one event, grouped by id; '' when there is none. */
  events: string
}

/** Compiles a predicate: an AND of conditions, nested or not, none of which mixes row and whole-event fields. */
export function compileFilter(predicate: Predicate): CompiledFilter {
  const parts = conjuncts(predicate)
  const whole = parts.filter(needsWholeEvent)
  const single = parts.filter(part => !needsWholeEvent(part))
  return {
    rows: compile({ kind: 'all', of: single }),
    events: whole.length === 0 ? '' : compile({ kind: 'all', of: whole }),
  }
}

function conjuncts(predicate: Predicate): readonly Predicate[] {
  return predicate.kind === 'all' ? predicate.of.flatMap(conjuncts) : [predicate]
}

const comparison = { eq: '=', lt: '<', le: '<=', gt: '>', ge: '>=' } as const

function compile(predicate: Predicate): string {
  switch (predicate.kind) {
    case 'const':
      return predicate.value ? '1' : '0'
    case 'all':
      return all(predicate.of)
    case 'some':
      if (predicate.of.length === 0) return '0'
      return `(${predicate.of.map(compile).join(' OR ')})`
    case 'not':
      return `NOT (${compile(predicate.of)})`
    case 'text':
      return predicate.field === 'message'
        ? messageTest(predicate.test)
        : test(textColumn(predicate.field), predicate.test)
    case 'in': {
      if (predicate.values.length === 0) return '0'
      const column = textColumn(predicate.field)
      return `${predicate.fold ? folded(column) : column} IN (${list(predicate.values.map(text))})`
    }
    case 'number':
      return `${numberColumn(predicate.field)} ${comparison[predicate.op]} ${number(predicate.value)}`
    case 'number-in':
      if (predicate.values.length === 0) return '0'
      return `${numberColumn(predicate.field)} IN (${list(predicate.values.map(number))})`
    case 'tag-number': {
      const column = textColumn(predicate.field)
      const bound = number(predicate.value)
      return `(match(${column}, '^-?[0-9]+(\\\\.[0-9]+)?$') AND toFloat64OrZero(${column}) ${comparison[predicate.op]} ${bound})`
    }
    case 'phrase':
      return phrase(predicate.tokens)
  }
}

/** AND, with all single words in one look-up of the index. */
function all(parts: readonly Predicate[]): string {
  const words: string[] = []
  const rest: string[] = []
  for (const part of parts) {
    const word = part.kind === 'phrase' && part.tokens.length === 1 ? part.tokens[0] : undefined
    if (word && !word.wild) words.push(word.text)
    else rest.push(compile(part))
  }
  const conditions = [...tokenLookup(words), ...rest].filter(condition => condition !== '1')
  return conditions.length === 0 ? '1' : `(${conditions.join(' AND ')})`
}

function tokenLookup(words: readonly string[]): string[] {
  const unique = [...new Set(words)]
  const conditions: string[] = []
  for (let start = 0; start < unique.length; start += maxNeedles) {
    conditions.push(`hasAllTokens(message, [${list(unique.slice(start, start + maxNeedles).map(text))}])`)
  }
  return conditions
}

/** Words by the index alone; phrases and wildcards by the index and the template first, then verified on the message where that leaves a doubt. */
function phrase(tokens: readonly TokenPattern[]): string {
  const only = tokens.length === 1 ? tokens[0] : undefined
  if (only && !only.wild) return tokenLookup([only.text]).join('')
  const narrowed = tokenLookup(wholeTokens(tokens))
  if (needsNormalised(tokens)) {
    const verified = `match(${spacedWords('message')}, ${text(normalisedPattern(tokens))})`
    return `(${[...narrowed, verified].join(' AND ')})`
  }
  const { may, sure } = phraseTemplate(tokens)
  const verified = hasPhrase(tokens)
  return `(${[...narrowed, may, sure === undefined ? verified : `(${sure} OR ${verified})`].join(' AND ')})`
}

/** What has literals is looked for in templates first. */
function messageTest(what: TextTest): string {
  const { each, folded } = literalsOf(what)
  const may = each.map(some => mayContainOneOf(some, folded)).filter(condition => condition !== '')
  return [...may, test('message', what)].reduce((a, b) => `(${a} AND ${b})`)
}

/** Of each of these sets a text is in every message that fits. */
function literalsOf(what: TextTest): { each: readonly (readonly string[])[]; folded: boolean } {
  switch (what.kind) {
    case 'is':
      return { each: [[what.value]], folded: what.fold }
    case 'like':
      return { each: what.pattern.split(/[*?]/).map(piece => [piece]), folded: what.fold }
    case 'present':
      return { each: [], folded: false }
    case 'regex': {
      const translation = translate(what.pattern, what.fold)
      return { each: translation?.each ?? [], folded: translation?.fold ?? false }
    }
  }
}

function test(column: string, what: TextTest): string {
  switch (what.kind) {
    case 'is':
      return `${what.fold ? folded(column) : column} = ${text(what.value)}`
    case 'like':
      return `${what.fold ? folded(column) : column} LIKE ${text(likePattern(what.pattern))}`
    case 'present':
      return `${column} != ''`
    case 'regex':
      return `match(${column}, ${text(`(?${what.fold ? 'i' : ''}s)${what.pattern}`)})`
  }
}

function likePattern(pattern: string): string {
  return pattern
    .replace(/[\\%_]/g, '\\$&')
    .replace(/\*/g, '%')
    .replace(/\?/g, '_')
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
