import { expect, test } from 'vitest'
import { readRuleFile } from './read-file.ts'
import { RuleSet } from './rule-set.ts'
import { eventOf, fileOf, rulesOf } from './testing/events.ts'

test('a rule whose expressions take too many steps of an event is named; the others hold', async () => {
  const rules = await rulesOf(
    { match: { field: 'message', op: '=~', value: '^a(a|b)' }, tag: { Cheap: '$1' } },
    { match: { field: 'message', op: '=~', value: '(?:[ab]{0,9}c?){0,90}[^a]' }, tag: { A: '1' } },
    { match: { field: 'message', op: '=~', value: '(aab?)$' }, tag: { Late: '$1' } },
    { match: { field: 'program', value: 'app' }, tag: { Other: 'yes' } },
  )
  const told: string[] = []
  rules.counters.warn = message => told.push(message)
  const apply = () => {
    const event = eventOf({ message: 'a'.repeat(60_000), program: 'app' })
    expect(rules.apply(event)).toBe(true)
    return Object.keys(event.tags)
  }
  // No steps are left for a later rule that reads an equally long text.
  for (let i = 0; i < 6; i++) expect(apply()).toEqual(['Cheap', 'Other'])
  expect(apply()).toEqual(['Cheap', 'Late', 'Other'])
  expect(rules.counters.counts().map(({ errors }) => errors)).toEqual([0, 6, 0, 0])
  const reason = 'its regular expressions take more than 4000000 steps for one event'
  expect(rules.counters.counts()[1]).toMatchObject({ lastError: reason, disabled: true, matched: 0 })
  expect(told).toEqual([`test.yaml rule 2 is off: 6 errors within an hour, the last: ${reason}`])
})

test('a wildcard that compares too many characters counts an error; other rules hold', async () => {
  const rules = await rulesOf(
    { match: { field: 'message', value: `${'a?'.repeat(4_000)}b` }, tag: { A: '1' } },
    { match: { field: 'program', value: 'p*g' }, tag: { Other: 'yes' } },
  )
  const event = eventOf({ message: 'a'.repeat(60_000), program: 'prog' })
  expect(rules.apply(event)).toBe(true)
  expect(event.tags).toEqual({ Other: 'yes' })
  expect(rules.counters.counts().map(({ lastError }) => lastError)).toEqual([
    'its wildcards and phrases take more than 4000000 steps for one event',
    '',
  ])
})

test('a pre_match that takes too many steps does not hold, also if it held for the event before', async () => {
  const file = fileOf({
    pre_match: { field: 'message', op: '=~', value: '(?:[ab]{0,9}c?){0,90}[^a]' },
    rewrite_rules: [
      { match: { field: 'message', op: '=*', value: 'a' }, tag: { A: '1' } },
      { match: { field: 'program', value: 'app' }, drop: true },
    ],
  })
  const rules = await RuleSet.compile([file])
  expect(rules.apply(eventOf({ message: 'ab', program: 'other' }))).toBe(true)
  const long = eventOf({ message: 'a'.repeat(60_000), program: 'app' })
  expect(rules.apply(long)).toBe(true)
  expect(long.tags).toEqual({})
})

test.each<[what: string, rules: object[], faults: string[]]>([
  [
    'as large as it may be',
    [{ match: { field: 'message', op: '=~', value: 'a{1000}'.repeat(7) }, drop: true }],
    [],
  ],
  [
    'an expression',
    [{ match: { field: 'message', op: '=~', value: 'a{1000}'.repeat(9) }, drop: true }],
    ['match.value: expected a regular expression of at most 8000 steps with its repetitions written out'],
  ],
  [
    'a rule',
    [{ match: { field: 'message', op: '=~', value: Array(80).fill('a{1000}'.repeat(7)) }, drop: true }],
    [
      ': expected at most 500000 steps of regular expressions in one rule, with their repetitions written out',
    ],
  ],
  [
    'a file',
    Array(3_000).fill({ replace: { field: 'message', expr: 'a{1000}'.repeat(7), fmt: '' } }),
    [
      'rewrite_rules: expected at most 20000000 steps of regular expressions in one file, with their repetitions written out',
    ],
  ],
])('steps of expressions are bounded: %s', (_, rewrite_rules, faults) => {
  const read = readRuleFile('a.yaml', { rewrite_rules })
  expect('faults' in read ? read.faults.map(({ member, message }) => `${member}: ${message}`) : []).toEqual(
    faults,
  )
})
