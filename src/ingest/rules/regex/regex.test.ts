import fc from 'fast-check'
import { expect, test } from 'vitest'
import { regexFault } from '../../../filter/regex/regex.ts'
import { translate } from '../../../filter/regex/translation/translate.ts'
import { plainRegex } from '../../../filter/testing/plain-regex.ts'
import { runs } from '../../../testing/depth.ts'
import { hasLinearFallback, RuleRegex } from './regex.ts'
import { checkOnlyBudget, RuleSteps } from './rule-steps.ts'

const atom = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('a', 'b', 'k', 'S', '1', ' ', '-', ':', '\\.', '\\/', 'ä', 'x{', '}', ']'),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '.',
      '\\d',
      '\\w',
      '\\s',
      '\\S',
      '\\D',
      '\\W',
      '[ab1]',
      '[^a:]',
      '[a-k]',
      '[^\\s:]',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '[[:alpha:]]',
      '[]a]',
      '[a-]',
      '\\x41',
      '\\x{e4}',
      '\\t',
      '^',
      '$',
      '\\b',
      '\\B',
      '\\A',
      '\\z',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '(?i)',
      '(?i:k)',
      '(?-i:A)',
      '\\pL',
      '\\Q.\\E',
      '(?m)',
      '(?-s)',
      '(?i)[^k]',
      '(?i)\\w',
    ),
  },
)
const pattern = fc.letrec<{ whole: string; part: string }>(tie => ({
  whole: fc.array(tie('part'), { minLength: 1, maxLength: 6 }).map(parts => parts.join('')),
  part: fc.oneof(
    { weight: 6, arbitrary: atom },
    {
      weight: 2,
      arbitrary: fc
        .tuple(atom, fc.constantFrom('*', '+', '?', '*?', '+?', '??', '{2}', '{1,3}', '{0,2}?', '{2,}'))
        .map(p => p.join('')),
    },
    { weight: 2, arbitrary: tie('whole').map(inside => `(${inside})`) },
    { weight: 1, arbitrary: tie('whole').map(inside => `(?:${inside})+`) },
    { weight: 1, arbitrary: tie('whole').map(inside => `(?P<name>${inside})?`) },
    { weight: 1, arbitrary: fc.tuple(tie('whole'), tie('whole')).map(([a, b]) => `(?:${a}|${b})`) },
  ),
})).whole
const text = fc.string({
  unit: fc.constantFrom(...'abkKsSA1 -:./ä\n\t\u00a0\u212a\u017fxyz', '😀'),
  maxLength: 24,
})

/** The result of RE2, at or after a position. */
function plain(source: string, ignoreCase: boolean, subject: string, from: number) {
  const matcher = plainRegex(source, ignoreCase).matcher(subject)
  if (!matcher.find(from)) return undefined
  const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, i) => matcher.group(i) ?? '')
  return { groups, start: matcher.start(), end: matcher.end() }
}

test('it finds what RE2 finds, with the same captures, and only where its literals stand', () => {
  let fast = 0
  fc.assert(
    fc.property(
      pattern,
      fc.boolean(),
      fc.array(text, { minLength: 4, maxLength: 8 }),
      (source, ignoreCase, texts) => {
        fc.pre(regexFault(source, ignoreCase, checkOnlyBudget) === undefined)
        if (translate(source, ignoreCase)?.source !== undefined) fast++
        const regex = new RuleRegex(source, ignoreCase, new RuleSteps())
        for (const subject of texts) {
          const found = regex.exec(subject)
          expect(found && [...found].map(group => group ?? '')).toEqual(
            plain(source, ignoreCase, subject, 0)?.groups,
          )
          expect(regex.test(subject)).toBe(found !== undefined)
          if (found === undefined || regex.requiredLiterals === undefined) continue
          const where = regex.fold
            ? subject.replace(/[A-Z\u212a]/g, letter => letter.toLowerCase()).replaceAll('\u017f', 's')
            : subject
          expect(regex.requiredLiterals.some(literal => where.includes(literal))).toBe(true)
          expect(regex.requiredLiterals).not.toContain('')
        }
      },
    ),
    { numRuns: runs(400) },
  )
  expect(fast).toBeGreaterThan(runs(100))
})

test('all finds are the same as of a search behind each of them', () => {
  fc.assert(
    fc.property(
      pattern,
      fc.boolean(),
      fc.array(text, { minLength: 2, maxLength: 4 }),
      (source, ignoreCase, texts) => {
        fc.pre(regexFault(source, ignoreCase, checkOnlyBudget) === undefined)
        const regex = new RuleRegex(source, ignoreCase, new RuleSteps())
        for (const subject of texts) {
          // So many matches that most of them are not searched one by one.
          const long = subject.repeat(Math.ceil(160 / Math.max(1, subject.length)))
          const wanted = []
          for (let from = 0; from <= long.length; ) {
            const found = plain(source, ignoreCase, long, from)
            if (found === undefined) break
            wanted.push(found)
            const width = found.start < found.end ? 0 : (long.codePointAt(found.end) ?? 0) > 0xffff ? 2 : 1
            from = found.end + width
          }
          const found = [...regex.matchAll(long)]
          expect(found.map(one => ({ ...one, groups: [...one.groups].map(group => group ?? '') }))).toEqual(
            wanted,
          )
        }
      },
    ),
    { numRuns: runs(300) },
  )
})

test('an expression that takes too many steps in a text says so', () => {
  const regex = new RuleRegex('(?:[ab]{0,9}c?){0,90}|a', false, new RuleSteps())
  expect(() => [...regex.matchAll('a '.repeat(30_000))]).toThrow(
    'its regular expressions take more than 4000000 steps',
  )
})

test.each([
  ['Built.+connection.*for (\\S+):', false, ['connection'], false],
  ['(ASA|FTD)-\\d', false, ['ASA-', 'FTD-'], false],
  ['(?i)denied by', false, ['denied by'], true],
  ['Risk', true, ['risk'], true],
  ['\\d+ messages? suppressed', false, [' suppressed'], false],
  ['(foo)?bar', false, ['bar'], false],
  ['(foo|\\d+)', false, undefined, false],
  ['^$', false, undefined, false],
] as const)('%s, any case %s, needs %j', (source, ignoreCase, needs, fold) => {
  const regex = new RuleRegex(source, ignoreCase, new RuleSteps())
  expect(regex.requiredLiterals).toEqual(needs)
  expect(regex.fold).toBe(fold)
})

test('patterns that take other engines exponential or cubic time end, on long texts too', () => {
  expect(hasLinearFallback).toBe(true)
  for (const source of ['(?:a|aa)+$', '(a+)+b', '(?:x+x+)+y', '.*a.*b.*c.*d.*e$', '(\\S+) (\\S+) (\\S+) x']) {
    const regex = new RuleRegex(source, false, new RuleSteps())
    for (const length of [30, 900, 60_000]) {
      expect(regex.test(`${'ax'.repeat(length / 2)}!`), source).toBe(false)
    }
  }
})
