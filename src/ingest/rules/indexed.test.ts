// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of rules are written so
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { RuleSet } from './rule-set.ts'
import { eventOf, fileOf } from './testing/events.ts'
import { applyPlainly } from './testing/plain-rules.ts'

const words = [
  'error',
  'Error',
  'link down',
  'abcd',
  'bcde',
  'xabcdx',
  'ab',
  'a',
  '',
  '12',
  'user=root',
  '😀',
  'deny',
  'Deny',
]
const word = fc.constantFrom(...words)
const message = fc.array(word, { maxLength: 5 }).map(list => list.join(' '))
const name = fc.constantFrom('sshd', 'nginx', 'ab', 'abcd', '12', 'sshd-session')
const mnemonic = fc.constantFrom('', 'ASA-6-302013', 'FTD-3-1')
const tagName = fc.constantFrom('Port', 'ut_Port', 'User', 'constructor')
const tagValue = fc.constantFrom('22', '443', 'root', 'abcd')

const event: fc.Arbitrary<ParsedEvent> = fc
  .record({
    message,
    host: name,
    program: name,
    mnemonic,
    severity: fc.nat(7),
    facility: fc.nat(23),
    tags: fc.dictionary(tagName, tagValue, { maxKeys: 2, noNullPrototype: true }),
    extra: fc.dictionary(fc.constantFrom('PID', 'SDATA.a.b'), tagValue, {
      maxKeys: 2,
      noNullPrototype: true,
    }),
  })
  .map(eventOf)

const textField = fc.constantFrom(
  'message',
  'host',
  'program',
  'cisco_mnemonic',
  'Port',
  'ut_Port',
  'User',
  '${extra:PID}',
  '${extra:SDATA.a.b}',
)
const plainValue = fc.oneof(word, name, tagValue, fc.constantFrom('ASA*', '*302*', 'ss?d', '*'))
const pattern = fc.constantFrom(
  'err',
  '(?i)error',
  'li.k (down)',
  '(ASA|FTD)-(\\d)',
  '^ab',
  '\\d+',
  '(b)(c)?d',
  '(user)=(\\w+)',
  '^$',
  '(?i)DENY',
  '[dD]eny',
)
const oneOrMore = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 }))
const condition = fc.oneof(
  { weight: 3, arbitrary: fc.record({ field: textField, value: oneOrMore(plainValue) }) },
  {
    weight: 2,
    arbitrary: fc.record({ field: textField, op: fc.constantFrom('eq', 'ne'), value: oneOrMore(plainValue) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      field: textField,
      op: fc.constantFrom('=*', '!*'),
      value: oneOrMore(word.filter(w => w !== '')),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      field: textField,
      op: fc.constantFrom('=~', '=~', '=~', '!~'),
      value: oneOrMore(pattern),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      field: fc.constantFrom('severity', 'facility', 'Port'),
      op: fc.constantFrom('gt', 'ge', 'lt', 'le', 'eq', 'ne'),
      value: fc.nat(7),
    }),
  },
)
const template = fc.oneof(
  word,
  name,
  fc.constantFrom('$1', '$1-$2', '${2}0', '$0', '<$0>$1', '$MESSAGE again', '$PROGRAM', '$HOST/$1'),
)
const rule = fc
  .record({
    match: fc.oneof(condition, fc.array(condition, { minLength: 1, maxLength: 3 })),
    action: fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          tag: fc.dictionary(tagName, template, { minKeys: 1, maxKeys: 2, noNullPrototype: true }),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          rewrite: fc.record(
            {
              message: template,
              host: template,
              program: template,
              cisco_mnemonic: template,
              severity: fc.nat(7),
            },
            { requiredKeys: [] },
          ),
        }),
      },
      { weight: 1, arbitrary: fc.constant({ drop: true }) },
    ),
  })
  .map(({ match, action }) => ({ match, ...action }))
const file = fc.record(
  { rewrite_rules: fc.array(rule, { maxLength: 12 }), first_match_only: fc.boolean(), pre_match: condition },
  { requiredKeys: ['rewrite_rules'] },
)

/** A rule with missing captures is invalid; the reader reports it. */
function sound(content: { rewrite_rules: unknown[] }, name: string) {
  const rules = content.rewrite_rules.filter(one => {
    try {
      fileOf({ rewrite_rules: [one] })
      return true
    } catch {
      return false
    }
  })
  return fileOf({ ...content, rewrite_rules: rules }, name)
}

test('rules that are looked up do what all rules held against every event do', async () => {
  let matches = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(file, { minLength: 1, maxLength: 4 }),
      fc.array(event, { minLength: 5, maxLength: 15 }),
      async (contents, events) => {
        const files = contents.map((content, i) => sound(content, `${i}.yaml`))
        const rules = await RuleSet.compile(files)
        for (const one of events) {
          const copy = structuredClone(one)
          const matched: number[] = []
          const kept = rules.apply(one, matched)
          const wanted = applyPlainly(files, copy)
          matches += matched.length
          expect(matched).toEqual(wanted.matched)
          expect(kept).toBe(wanted.kept)
          if (kept) expect(one).toEqual(copy)
        }
        expect(rules.counters.counts().every(({ errors }) => errors === 0)).toBe(true)
      },
    ),
    { numRuns: 200 },
  )
  expect(matches).toBeGreaterThan(500)
})
