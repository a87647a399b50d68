// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of rules are written so
import { expect, test } from 'vitest'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { RuleSet } from './rule-set.ts'
import { eventOf, fileOf, rulesOf } from './testing/events.ts'

const match = { field: 'message', op: '=*', value: 'message' }
const long = 'x'.repeat(60_000)

type Row = [what: string, rule: object, event: Partial<ParsedEvent>, wanted: Partial<ParsedEvent>]
const rows: Row[] = [
  [
    'eq of a program',
    { match: { field: 'program', value: 'prog' }, tag: { A: '1' } },
    {},
    { tags: { A: '1' } },
  ],
  ['eq is about the whole', { match: { field: 'program', value: 'pro' }, tag: { A: '1' } }, {}, {}],
  [
    'eq with wildcards',
    { match: { field: 'program', value: 'p?o*' }, tag: { A: '1' } },
    {},
    { tags: { A: '1' } },
  ],
  [
    'eq of a message is about a part',
    { match: { field: 'message', value: 'mess' }, tag: { A: '1' } },
    {},
    { tags: { A: '1' } },
  ],
  [
    'eq of an empty message',
    { match: { field: 'message', value: '' }, tag: { A: '1' } },
    { message: '' },
    { tags: { A: '1' } },
  ],
  [
    'eq of any value',
    { match: { field: 'host', value: ['h', 'host-1'] }, tag: { A: '1' } },
    {},
    { tags: { A: '1' } },
  ],
  [
    'ne of all values',
    { match: { field: 'host', op: 'ne', value: ['h', 'host-1'] }, tag: { A: '1' } },
    {},
    {},
  ],
  ['a retention class', { match, retention: 'debug' }, {}, { retentionClass: 'debug' }],
  [
    'no retention class',
    { match, retention: 'default' },
    { retentionClass: 'debug' },
    { retentionClass: '' },
  ],
  [
    'a tag is no class',
    { match, tag: { class: 'debug', retention: 'debug' } },
    {},
    { tags: { class: 'debug', retention: 'debug' } },
  ],
  ['all conditions', { match: [match, { field: 'host', value: 'h' }], tag: { A: '1' } }, {}, {}],
  [
    '=* of any text',
    { match: { field: 'message', op: '=*', value: ['zz', 'sag'] }, tag: { A: '1' } },
    {},
    { tags: { A: '1' } },
  ],
  ['!*', { match: { field: 'message', op: '!*', value: 'zz' }, tag: { A: '1' } }, {}, { tags: { A: '1' } }],
  ['!~', { match: { field: 'message', op: '!~', value: '^a' }, tag: { A: '1' } }, {}, {}],
  [
    'severity by name',
    { match: { field: 'severity', value: 'info' }, tag: { A: '1' } },
    {},
    { tags: { A: '1' } },
  ],
  [
    'severity gt',
    { match: { field: 'severity', op: 'gt', value: 5 }, tag: { A: '1' } },
    {},
    { tags: { A: '1' } },
  ],
  [
    'facility le',
    { match: { field: 'facility', op: 'le', value: 'LOCAL0' }, tag: { A: '1' } },
    {},
    { tags: { A: '1' } },
  ],
  ['facility lt', { match: { field: 'facility', op: 'lt', value: 16 }, tag: { A: '1' } }, {}, {}],
  [
    'a number in a tag',
    { match: { field: 'Port', op: 'ge', value: 22 }, tag: { A: '1' } },
    { tags: { Port: '22' } },
    { tags: { Port: '22', A: '1' } },
  ],
  [
    'a tag that is not there is no number',
    { match: { field: 'Port', op: 'lt', value: 22 }, tag: { A: '1' } },
    {},
    {},
  ],
  [
    'ut_ before the name of a tag',
    { match: { field: 'ut_Dst Port', value: '22' }, tag: { A: '1' } },
    { tags: { 'Dst Port': '22' } },
    { tags: { 'Dst Port': '22', A: '1' } },
  ],
  [
    'a tag that is absent',
    { match: { field: 'ut_Port', value: '' }, tag: { A: '1' } },
    {},
    { tags: { A: '1' } },
  ],
  [
    'the mnemonic',
    { match: { field: 'cisco_mnemonic', op: '=~', value: '^(ASA|FTD)' }, tag: { A: '1' } },
    { mnemonic: 'FTD-6-1' },
    { tags: { A: '1' } },
  ],
  [
    'a flat member of extra',
    { match: { field: '${extra:SDATA.x.y}', value: 'v' }, tag: { A: '${extra:SDATA.x.y}!' } },
    { extra: { 'SDATA.x.y': 'v' } },
    { tags: { A: 'v!' } },
  ],
  [
    'steps into extra',
    { match: { field: '${extra:json.a.1}', value: '7' }, tag: { A: '${extra:json.b}' } },
    { extra: { json: { a: [6, 7], b: true } } },
    { tags: { A: 'true' } },
  ],
  [
    'captures',
    {
      match: { field: 'message', op: '=~', value: '(\\w+) (\\w+)' },
      rewrite: { program: '$2', message: '$2 $1 $x' },
    },
    { message: 'one two' },
    { program: 'two', message: 'two one $x' },
  ],
  [
    'captures without an operator',
    {
      match: [
        { field: 'program', value: 'prog' },
        { field: 'message', value: '(.+?) b= (.+)' },
      ],
      rewrite: { message: '$1 $2' },
    },
    { message: 'a=1 b= c=2' },
    { message: 'a=1 c=2' },
  ],
  [
    'values from before the rule',
    { match, rewrite: { message: '$PROGRAM', program: '$MESSAGE', host: '$HOST$HOST' } },
    {},
    { message: 'prog', program: 'a message', host: 'host-1host-1' },
  ],
  ['update, the old name', { match, update: { program: 'p' } }, {}, { program: 'p' }],
  [
    'severity, facility, status, mnemonic',
    { match, rewrite: { severity: 'ERROR', facility: 3, status: 'non-actionable', cisco_mnemonic: 'M-1-X' } },
    {},
    { severity: 3, facility: 3, status: 2, mnemonic: 'M-1-X' },
  ],
  [
    'a severity that was captured',
    { match: { field: 'message', op: '=~', value: 'level=(\\w+)' }, rewrite: { severity: '$1' } },
    { message: 'level=error' },
    { severity: 3 },
  ],
  [
    'a severity as programs write it',
    { match: { field: 'message', op: '=~', value: 'level=(\\w+)' }, rewrite: { severity: '$1' } },
    { message: 'level=warn' },
    { severity: 4 },
  ],
  [
    'the keywords of syslog',
    {
      match: [
        { field: 'severity', op: 'le', value: 'err' },
        { field: 'facility', value: 'kern' },
      ],
      rewrite: { severity: 'crit', facility: 'authpriv' },
    },
    { severity: 3, facility: 0 },
    { severity: 2, facility: 10 },
  ],
  [
    'an empty value sets no tag',
    { match: { field: 'message', op: '=~', value: 'a( z)?' }, tag: { A: '$1' } },
    { tags: { A: '0' } },
    { tags: { A: '0' } },
  ],
  [
    'pairs without a word about them',
    { match, tag: { A: '${src}', B: '${act-1}', C: '${none}' } },
    { message: 'message src=10.0.0.1 act-1="built up" z' },
    { tags: { A: '10.0.0.1', B: 'built up' } },
  ],
  [
    'pairs as said',
    { match, kv: { separator: ':', delimiter: '', pair_separator: ',' }, tag: { A: '${a}', B: '${b}' } },
    { message: 'message,a:x y,b:"1"' },
    { tags: { A: 'x y', B: '"1"' } },
  ],
  [
    'only values in delimiters',
    { match, kv: { pair_separator: '' }, tag: { A: '${a}', B: '${b}' } },
    { message: 'message a=1 b="2 a=3"' },
    { tags: { B: '2 a=3' } },
  ],
  [
    'pieces',
    { match, tokenize: { fields: ['a', '', 'c'] }, tag: { A: '${a}', C: '${c}' } },
    { message: 'message,x,"1,2",z' },
    { tags: { A: 'message', C: '1,2' } },
  ],
  [
    'captures in braces, where a digit follows',
    {
      match: { field: 'message', op: '=~', value: '(a)(.)(m)(e)(s)(s)(a)(g)(e)($)' },
      tag: { A: '${1}0', B: '${10}|', C: '$10|${3}' },
    },
    {},
    { tags: { A: 'a0', B: '|', C: '|m' } },
  ],
  [
    'the whole match, alone',
    { match: { field: 'message', op: '=~', value: 'me.s' }, tag: { A: '$0', B: '[${0}]' } },
    {},
    { tags: { A: 'mess', B: '[mess]' } },
  ],
  [
    'the whole match of the expression with captures',
    {
      match: [
        { field: 'message', op: '=~', value: '(m)e' },
        { field: 'host', op: '=~', value: 'host' },
      ],
      tag: { A: '$0' },
    },
    {},
    { tags: { A: 'me' } },
  ],
  [
    'ut_X writes X beside it, and what a rule has just written',
    { match, tag: { ut_Port: 'b', User: 'c', ut_User: 'd', ut_Other: 'e' } },
    { tags: { Port: 'a' } },
    { tags: { Port: 'b', User: 'd', ut_Other: 'e' } },
  ],
  [
    'ut_X writes itself where it is there',
    { match, tag: { ut_Port: 'b' } },
    { tags: { Port: 'a', ut_Port: 'x' } },
    { tags: { Port: 'a', ut_Port: 'b' } },
  ],
  [
    'replace all, in any case',
    { match, replace: { field: 'message', expr: 'S', fmt: '<$0>' } },
    {},
    { message: 'a me<s><s>age' },
  ],
  [
    'replace the first, in its case',
    {
      match,
      replace: [{ field: 'message', expr: '(s)', fmt: '[$1]', first_only: true, ignore_case: false }],
    },
    {},
    { message: 'a me[s]sage' },
  ],
  [
    'replace nothing between letters',
    { match, replace: { field: 'program', expr: 'x*', fmt: '-' } },
    { program: '😀a' },
    { program: '-😀-a-' },
  ],
  [
    'replace a tag',
    { match, replace: { field: 'ut_User', expr: '^.*\\\\', fmt: '' } },
    { tags: { User: 'DOM\\bob' } },
    { tags: { User: 'bob' } },
  ],
  [
    'replace a tag by nothing',
    { match, replace: { field: 'User', expr: '.+', fmt: '' } },
    { tags: { User: 'bob' } },
    { tags: {} },
  ],
  [
    'a name of an object’s member as a tag',
    { match, tag: { constructor: 'x' } },
    {},
    { tags: { constructor: 'x' } },
  ],
  [
    'what doubles ends',
    { match, rewrite: { message: '$MESSAGE$MESSAGE' } },
    { message: `message${long}` },
    { message: `message${long}message${long}`.slice(0, 65_536) },
  ],
]

test.each(rows)('%s', async (_, rule, given, wanted) => {
  const rules = await rulesOf(rule)
  const event = eventOf(given)
  const expected = { ...event, ...structuredClone(wanted) }
  expect(rules.apply(event)).toBe(true)
  expect(event).toEqual(expected)
})

test('events without tags may share one object', async () => {
  const rules = await rulesOf({ match, tag: { A: '1' } })
  const tags: Record<string, string> = Object.freeze({})
  const event = eventOf({ tags })
  rules.apply(event)
  expect([event.tags, tags]).toEqual([{ A: '1' }, {}])
})

test('files go by their names, rules in sequence, and later ones see what earlier ones did', async () => {
  const set = (text: string) => ({ match, rewrite: { program: text }, tag: { A: text } })
  const rules = await RuleSet.compile([
    fileOf({ rewrite_rules: [set('late')] }, 'b.yaml'),
    fileOf(
      {
        rewrite_rules: [set('first'), { match: { field: 'program', value: 'first' }, tag: { Seen: 'yes' } }],
      },
      'a.yaml',
    ),
    fileOf(
      { rewrite_rules: [{ match: { field: 'program', value: 'prog' }, tag: { Old: 'yes' } }] },
      'c.yaml',
    ),
  ])
  const event = eventOf()
  const matched: number[] = []
  rules.apply(event, matched)
  expect(event).toMatchObject({ program: 'late', tags: { A: 'late', Seen: 'yes' } })
  expect(event.tags.Old).toBeUndefined()
  expect(matched).toEqual([0, 1, 2])
})

test('first_match_only ends its file alone; pre_match opens it', async () => {
  const tagged = (name: string) => ({ match, tag: { [name]: 'yes' } })
  const rules = await RuleSet.compile([
    fileOf({ first_match_only: true, rewrite_rules: [tagged('A'), tagged('B')] }, 'a.yaml'),
    fileOf({ pre_match: { field: 'program', value: 'other' }, rewrite_rules: [tagged('C')] }, 'b.yaml'),
    fileOf({ pre_match: [{ field: 'A', value: 'yes' }], rewrite_rules: [tagged('D')] }, 'c.yaml'),
  ])
  const event = eventOf()
  rules.apply(event)
  expect(Object.keys(event.tags)).toEqual(['A', 'D'])
})

test('drop ends everything for the event, and nothing of it stays for the next', async () => {
  const rules = await rulesOf(
    { match: { field: 'program', value: 'noise' }, drop: true },
    { match, tag: { A: '1' } },
  )
  const noise = eventOf({ program: 'noise' })
  expect(rules.apply(noise)).toBe(false)
  expect(noise.tags).toEqual({})
  const empty = eventOf({ message: '-' })
  expect(rules.apply(empty)).toBe(true)
  expect(empty.tags).toEqual({})
  expect(rules.counters.counts().map(({ matched }) => matched)).toEqual([1, 0])
})

test('a rule that fails too often is off, and says so', async () => {
  const rules = await rulesOf({
    match: { field: 'message', op: '=~', value: 'level=(\\w+)' },
    rewrite: { severity: '$1' },
  })
  const told: string[] = []
  rules.counters.warn = message => told.push(message)
  for (let i = 0; i < 8; i++) expect(rules.apply(eventOf({ message: 'level=odd' }))).toBe(true)
  expect(rules.counters.counts()).toMatchObject([{ matched: 6, tried: 6, errors: 6, disabled: true }])
  const reason = 'severity cannot be "odd": expected a number from 0 to 7 or a name such as ALERT'
  expect(rules.counters.counts()[0]?.lastError).toBe(reason)
  expect(told).toEqual([`test.yaml rule 1 is off: 6 errors within an hour, the last: ${reason}`])
})

test('a replacement of a long message ends, whatever the expression', async () => {
  const rules = await rulesOf({ replace: { field: 'message', expr: '[0-9]+ms|[0-9]', fmt: '#' } })
  const event = eventOf({ message: '7'.repeat(24_000) })
  rules.apply(event)
  expect(event.message).toBe('#'.repeat(24_000))
  expect(rules.counts.rules[0]?.errors).toBe(0)
})
