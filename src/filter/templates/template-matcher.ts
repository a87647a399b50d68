import type { StoredEvent } from '../../schema/event/event.ts'
import { placeholders } from '../../schema/event/template.ts'
import { compileMatcher } from '../match/matcher.ts'
import type { Predicate, TextTest, TokenPattern } from '../predicate/predicate.ts'
import { compileRegex, type Regex } from '../regex/regex.ts'
import { regexSteps } from '../regex/regex-steps.ts'
import { StepBudget, type StepLimits, StepsExceededError } from '../regex/step-budget.ts'
import { translate } from '../regex/translation/translate.ts'
import { fold } from '../words/tokens.ts'
import { compileWildcard, matchesWildcard } from '../words/wildcard.ts'
import { necessaryPattern } from './necessary-pattern.ts'
import { sufficientPattern } from './sufficient-pattern.ts'
import { compileContainment, hasPlaceholder, templateTokens } from './template-text.ts'

const { digits, hex, mixed } = placeholders

/** Above this, compiling the necessary pattern, which has three times the steps, costs more than it saves. */
const maxNecessarySteps = 200

/** Budget of one expression on one template, including the patterns derived from it. */
const templateSteps: StepLimits = { program: 8_000, run: 1_000_000 }

/** Tests a predicate on all events that equal this one, except that their messages have this template. */
export type TemplateMatcher = (event: StoredEvent, template: string) => Verdict

/**
 * Compiles a predicate into a test of templates (messages with placeholders for numbers and ids), so that one
 * test decides all messages of a template. `yes` and `no` hold for every message. `maybe`: each message must
 * be tested.
 */
export function compileTemplateMatcher(predicate: Predicate): TemplateMatcher {
  switch (predicate.kind) {
    case 'all': {
      const tests = predicate.of.map(compileTemplateMatcher)
      return (event, template) => {
        let verdict: Verdict = yes
        for (let i = 0; i < tests.length && verdict !== no; i++) {
          verdict = minVerdict(verdict, tests[i]?.(event, template) ?? yes)
        }
        return verdict
      }
    }
    case 'some': {
      const tests = predicate.of.map(compileTemplateMatcher)
      return (event, template) => {
        let verdict: Verdict = no
        for (let i = 0; i < tests.length && verdict !== yes; i++) {
          verdict = maxVerdict(verdict, tests[i]?.(event, template) ?? no)
        }
        return verdict
      }
    }
    case 'not': {
      const test = compileTemplateMatcher(predicate.of)
      return (event, template) => negateVerdict(test(event, template))
    }
    case 'phrase':
      return onMessage(predicate, compilePhraseVerdict(predicate.tokens))
    case 'text':
      if (predicate.field === 'message') return onMessage(predicate, compileTextVerdict(predicate.test))
      break
    case 'in':
      if (predicate.field === 'message') {
        const mayContain = predicate.values.map(value => compileContainment(value, predicate.fold))
        return onMessage(predicate, template => (mayContain.some(test => test(template)) ? maybe : no))
      }
      break
    default:
  }
  const test = compileMatcher(predicate)
  return event => (test(event) ? yes : no)
}

/** Without a template (''), returns `maybe`. A template without placeholders is itself its only message. */
function onMessage(predicate: Predicate, match: (template: string) => Verdict): TemplateMatcher {
  const test = compileMatcher(predicate)
  return (event, template) => {
    if (template === '') return maybe
    if (hasPlaceholder(template)) return match(template)
    return test({ ...event, message: template }) ? yes : no
  }
}

function compilePhraseVerdict(patterns: readonly TokenPattern[]): (template: string) => Verdict {
  const tests = patterns.map(compileToken)
  return template => {
    const tokens = templateTokens(template)
    let verdict: Verdict = no
    for (let start = 0; start <= tokens.length - tests.length && verdict !== yes; start++) {
      let verdictAtStart: Verdict = yes
      for (let i = 0; i < tests.length && verdictAtStart !== no; i++) {
        verdictAtStart = minVerdict(verdictAtStart, tests[i]?.(tokens[start + i] ?? '') ?? no)
      }
      verdict = maxVerdict(verdict, verdictAtStart)
    }
    return verdict
  }
}

function compileTextVerdict(test: TextTest): (template: string) => Verdict {
  switch (test.kind) {
    case 'present':
      return () => yes
    case 'is': {
      const mayContain = compileContainment(test.value, test.fold)
      return template => (mayContain(template) ? maybe : no)
    }
    case 'like': {
      const { pattern } = test
      const mayContain = pattern.split(/[*?]/).map(literal => compileContainment(literal, test.fold))
      // With these characters a placeholder of the template might match something other than a `*`.
      const isSure = !/[?\u0011-\u0013]/.test(pattern)
      return template => {
        if (isSure && matchesWildcard(pattern, test.fold ? fold(template) : template)) return yes
        return mayContain.every(contains => contains(template)) ? maybe : no
      }
    }
    case 'regex':
      return compileRegexVerdict(test.pattern, test.fold)
  }
}

function compileRegexVerdict(pattern: string, ignoreCase: boolean): (template: string) => Verdict {
  const translation = translate(pattern, ignoreCase)
  const { requiredSets = [], fold: folded = true } = translation ?? {}
  const mayContain = requiredSets.map(texts => texts.map(text => compileContainment(text, folded)))
  const budget = new StepBudget(templateSteps)
  const regex = compileRegex(pattern, ignoreCase, budget)
  const sufficient = sufficientPattern(pattern, ignoreCase)
  const sufficientRegex = sufficient === undefined ? undefined : compileRegex(sufficient, ignoreCase, budget)
  const mayMatch =
    regexSteps(pattern) <= maxNecessarySteps ? compileNecessary(pattern, ignoreCase, budget) : () => true
  const judge = (template: string): Verdict => {
    if (sufficientRegex?.test(template) === true) return yes
    if (!mayMatch(template)) return no
    // Tries the message with 0 for each placeholder. If its match contains no placeholder, and is not empty
    // next to one, all messages of the template match.
    const match = regex.find(template.replace(/[\u0011-\u0013]/g, '0'))
    if (match === undefined) return maybe
    const { start, end } = match
    const matched = template.slice(start, end)
    const around = template.slice(Math.max(0, start - 1), end + 1)
    return !hasPlaceholder(matched) && (matched !== '' || !hasPlaceholder(around)) ? yes : maybe
  }
  return template => {
    if (!mayContain.every(texts => texts.some(test => test(template)))) return no
    budget.renew()
    try {
      return judge(template)
    } catch (error) {
      if (error instanceof StepsExceededError) return maybe
      throw error
    }
  }
}

/**
 * Compiles a test of whether a message of a template may match. It compiles one pattern for each set of
 * placeholders that templates have.
 */
function compileNecessary(
  pattern: string,
  ignoreCase: boolean,
  budget: StepBudget,
): (template: string) => boolean {
  const bySet = new Map<string, Regex | undefined>()
  return template => {
    const present = Object.values(placeholders).filter(placeholder => template.includes(placeholder))
    const key = present.join('')
    if (!bySet.has(key)) {
      const necessary = necessaryPattern(pattern, ignoreCase, present)
      bySet.set(key, necessary === undefined ? undefined : compileRegex(necessary, ignoreCase, budget))
    }
    return bySet.get(key)?.test(template) !== false
  }
}

/** Compiles a token pattern into a test of a template's token, which stands for many tokens of messages. */
function compileToken({ text, wild }: TokenPattern): (token: string) => Verdict {
  const literal = wild ? text.replace(/[*?]/g, '') : text
  if (wild && literal === '' && !text.includes('?')) return () => yes
  const hexVerdict = /^[0-9a-f]*$/.test(literal) ? maybe : no
  // A `mixed` run contains a digit.
  const mixedVerdict = /^[0-9a-z]*$/.test(literal) && (wild || /[0-9]/.test(literal)) ? maybe : no
  const judgeNumbered = wild ? numberedWildcard(text) : numberedText(text)
  const matchesPlain = wild ? compileWildcard(text) : (token: string) => token === text
  return token => {
    if (token === hex) return hexVerdict
    if (token === mixed) return mixedVerdict
    if (token.includes(digits)) return judgeNumbered(token)
    return matchesPlain(token) ? yes : no
  }
}

/** Compiles a text without wildcards for tokens with a `digits` placeholder. */
function numberedText(text: string): (token: string) => Verdict {
  const masked = text.replace(/[0-9]+/g, digits)
  return token => (masked === token ? maybe : no)
}

/** Compiles a wildcard for tokens with a `digits` placeholder, which its digits, `?` and `*` may match. */
function numberedWildcard(text: string): (token: string) => Verdict {
  const verdictOfMatch = /[0-9?]/.test(text) ? maybe : yes
  const matches = compileWildcard(text.replace(/[0-9?]+/g, '*'))
  return token => (matches(token) ? verdictOfMatch : no)
}

/** Whether a condition holds for the messages of a template: for none, perhaps for some, or for all. */
export type Verdict = 0 | 1 | 2
export const no = 0
export const maybe = 1
export const yes = 2

function minVerdict(a: Verdict, b: Verdict): Verdict {
  return a < b ? a : b
}

function maxVerdict(a: Verdict, b: Verdict): Verdict {
  return a > b ? a : b
}

function negateVerdict(verdict: Verdict): Verdict {
  if (verdict === maybe) return maybe
  return verdict === yes ? no : yes
}
