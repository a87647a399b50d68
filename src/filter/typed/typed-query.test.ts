import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../testing/depth.ts'
import { conditionPillsIn, isGroupPill, partOf, pillText } from './pill.ts'
import { queryFault } from './query-fault.ts'
import { parseTypedQuery } from './typed-query.ts'

const tags = new Map(['SrcIP', 'bytes'].map(name => [name.toLowerCase(), name]))
const tagNamed = (name: string) => tags.get(name.toLowerCase())

const filters: [typed: string, pills: string[], words: string][] = [
  ['host:web-1', ['host:eq:web-1'], ''],
  ['host=web-1', ['host:eq:web-1'], ''],
  ['Host==web-1', ['host:eq:web-1'], ''],
  ['severity>=3', ['severity:ge:3'], ''],
  ['severity >= 3', ['severity:ge:3'], ''],
  ['severity:>=3', ['severity:ge:3'], ''],
  ['severity<warn', ['severity:lt:4'], ''],
  ['severity<=error', ['severity:le:3'], ''],
  ['severity:err,crit', ['severity:eq:3,2'], ''],
  ['status:actionable', ['status:eq:1'], ''],
  ['status!=non-actionable', ['status:ne:2'], ''],
  ['facility:local7', ['facility:eq:23'], ''],
  ['counter>1', ['counter:gt:1'], ''],
  ['count>1', ['counter:gt:1'], ''],
  ['mnemonic:%ASA-6-302013', ['cisco_mnemonic:eq:ASA-6-302013'], ''],
  ['program:"my app"', ['program:eq:my app'], ''],
  ["program='my app'", ['program:eq:my app'], ''],
  ['program=""', ['program:eq:'], ''],
  ['  severity>=3 -host:y a', ['severity:ge:3', 'host:ne:y'], 'a'],
  ['-program:cron', ['program:ne:cron'], ''],
  ['!program:cron', ['program:ne:cron'], ''],
  ['NOT program:cron', ['program:ne:cron'], ''],
  ['-(program:cron)', ['program:ne:cron'], ''],
  ['-program!=cron', ['program:eq:cron'], ''],
  ['-severity>3', ['severity:le:3'], ''],
  ['host:web-1,web-2', ['host:eq:web-1,web-2'], ''],
  ['host:(web-1 | web-2 OR web-3)', ['host:eq:web-1,web-2,web-3'], ''],
  ['host:("web 1" OR "web-2")', ['host:eq:web 1,web-2'], ''],
  ['host in (web-1, web-2)', ['host:eq:web-1,web-2'], ''],
  ['Host IN ("web 1",web-2) failed', ['host:eq:web 1,web-2'], 'failed'],
  ['host in [web-1 | web-2]', ['host:eq:web-1,web-2'], ''],
  ['host not in (web-1, web-2)', ['host:ne:web-1,web-2'], ''],
  ['NOT host in (web-1, web-2)', ['host:ne:web-1,web-2'], ''],
  ['severity in (err, crit)', ['severity:eq:3,2'], ''],
  ['srcip in (10.0.0.1, 10.0.0.2)', ['SrcIP:eq:10.0.0.1,10.0.0.2'], ''],
  ['error in (main)', [], 'error in (main)'],
  ['host:web-1 OR host:web-2', ['host:eq:web-1,web-2'], ''],
  ['(host:a | host:b) failed', ['host:eq:a,b'], 'failed'],
  ['host=~^web-[0-9]$', ['host:=~:^web-[0-9]$'], ''],
  ['host:web-*', ['host:eq:web-*'], ''],
  ['SrcIP:10.0.0.1', ['SrcIP:eq:10.0.0.1'], ''],
  ['srcip=10.0.0.1', ['SrcIP:eq:10.0.0.1'], ''],
  ['bytes>1000', ['bytes:gt:1000'], ''],
  ['ut_status=500', ['ut_status:eq:500'], ''],
  ['bytes:[500 TO 599]', ['bytes:ge:500', 'bytes:le:599'], ''],
  ['bytes={500 TO 599}', ['bytes:gt:500', 'bytes:lt:599'], ''],
  ['bytes:[500 TO 599} failed', ['bytes:ge:500', 'bytes:lt:599'], 'failed'],
  ['bytes:[500 TO *]', ['bytes:ge:500'], ''],
  ['bytes:{* TO 599}', ['bytes:lt:599'], ''],
  ['severity:[err TO warn]', ['severity:ge:3', 'severity:le:4'], ''],
  ['failed host:web-1 password', ['host:eq:web-1'], 'failed password'],
  ['host:web-1 AND failed', ['host:eq:web-1'], 'failed'],
  ['failed AND -host:web-1 AND password', ['host:ne:web-1'], 'failed AND password'],
  ['(a | b) host:web-1', ['host:eq:web-1'], '(a | b)'],
  ['(a host:web-1)', ['host:eq:web-1'], '(a )'],
  ['"host:a" host:web-1', ['host:eq:web-1'], '"host:a"'],
  ['登录 host:网关 𝒳', ['host:eq:网关'], '登录 𝒳'],
]
for (const [typed, pills, words] of filters)
  test(`${typed} is a filter`, () => {
    const read = parseTypedQuery(typed, tagNamed)
    expect(read.pills.map(pillText)).toEqual(pills)
    expect(read.text).toBe(words)
    expect(read.textTerms).toEqual([])
    expect(read.fault).toBeUndefined()
  })

const words = [
  'link down',
  '"host:web-1"',
  'error: disk full',
  'http://web-1/x?a=b',
  'C:\\Windows',
  'fe80::1',
  'dead:beef::1',
  'aa:bb:cc:dd:ee:ff',
  '10:20:30',
  '%ASA-6-302013: Built',
  'sshd[123]: Failed',
  'a->b',
  'a=>b',
  'std::vector',
  'foo<bar>',
  'host:',
  'fail* | !test',
]
for (const text of words)
  test(`${text} is words and nothing else`, () => {
    const read = parseTypedQuery(text, tagNamed)
    expect(read).toMatchObject({ text, pills: [], filterTerms: [], textTerms: [] })
  })

const offers: [typed: string, filter: string | undefined, words: string, quoted: string, why: string][] = [
  ['uid=0', 'uid:eq:0', '', '"uid=0"', ''],
  ['failed uid=0 | x', 'uid:eq:0', 'failed | x', 'failed "uid=0" | x', ''],
  ['x (uid=0 | uid=1)', 'uid:eq:0,1', 'x', 'x ("uid=0" | "uid=1")', ''],
  ['error:timeout', 'error:eq:timeout', '', '"error:timeout"', ''],
  [
    'status:500',
    'ut_status:eq:500',
    '',
    '"status:500"',
    'status is unknown, actionable, non_actionable (0 to 2)',
  ],
  ['severity>9', 'ut_severity:gt:9', '', '"severity>9"', 'severity is emergency to debug (0 to 7)'],
  ['host>5', 'ut_host:gt:5', '', '"host>5"', 'this field has no order, only = and !='],
  ['host: web-1', 'host:eq:web-1', '', '"host: web-1"', ''],
  ['counter: [2 TO 5]', 'counter:ge:2 counter:le:5', '', '"counter: [2 TO 5]"', ''],
  ['-(host: a b)', 'host:ne:a', '-( b)', '-("host: a" b)', ''],
  ['code:[500 TO 599]', 'code:ge:500 code:le:599', '', '"code:[500 TO 599]"', ''],
  [
    'status:[500 TO 599]',
    'ut_status:ge:500 ut_status:le:599',
    '',
    '"status:[500 TO 599]"',
    'status is unknown',
  ],
  ['colour:gr*', 'colour:eq:gr*', '', '("colour" (gr*))', ''],
  ["colour:'gr* sky'", 'colour:eq:gr* sky', '', '("colour" ((gr* "sky")))', ''],
]
for (const [typed, filter, left, quoted, why] of offers)
  test(`${typed} is searched as words, and the other meaning offered`, () => {
    const read = parseTypedQuery(typed, tagNamed)
    expect(read).toMatchObject({ text: typed, pills: [], filterTerms: [] })
    const [ask] = read.textTerms
    expect(ask?.pills.map(pillText).join(' ')).toBe(filter ?? '')
    expect([ask?.text, ask?.quoted]).toEqual([left, quoted])
    expect(ask?.reason ?? '').toContain(why)
    // A quoted term is text, so it is not reported again.
    expect(parseTypedQuery(quoted, tagNamed)).toMatchObject({ textTerms: [], filterTerms: [], text: quoted })
  })

test('words that became a filter can be had as words instead', () => {
  const [first, second] = parseTypedQuery('host:a failed severity>=3', tagNamed).filterTerms
  expect([first?.written, first?.text]).toEqual(['host:a', '"host:a" failed severity>=3'])
  expect([second?.written, second?.text]).toEqual(['severity>=3', 'host:a failed "severity>=3"'])
})

test('a fault is marked where it stands in the text as typed', () => {
  expect(parseTypedQuery('severity >= 3 (𝒳', tagNamed).fault).toMatchObject({ before: 'severity >= 3 (𝒳' })
  expect(parseTypedQuery('host:"a b" | | c', tagNamed).fault).toMatchObject({
    before: 'host:"a b" | ',
    character: '|',
  })
  expect(parseTypedQuery('a || b (', tagNamed).fault).toMatchObject({ before: 'a || b (' })
  // The fault is at the condition after the last that a search may have.
  expect(parseTypedQuery('host:a '.repeat(1_001), tagNamed).fault).toMatchObject({
    before: 'host:a '.repeat(1_000),
    character: 'h',
  })
})

test('numbers go as numbers: the service is asked what was typed', () => {
  expect(parseTypedQuery('severity>=3', tagNamed).pills.map(partOf)).toEqual([
    { field: 'severity', op: 'ge', value: 3 },
  ])
})

const piece = fc.constantFrom(
  ...[
    'a',
    '"b c"',
    'host:x',
    '-host:y',
    'severity>=3',
    'uid=0',
    'severity:[1 TO 5]',
    'message:"b c"',
    'message:(a)',
    '_exists_:host',
    'host:/x[0-9]|y/',
    '+host:z',
    'service:z',
    '||',
    '&&',
    'AND',
    'OR',
    '|',
    '(',
    ')',
    'NOT',
    '!',
    '-',
    '"',
    ' ',
  ],
)
test('whatever is typed, the rest is readable where the whole was, and no condition is lost', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, isSpaced) => {
      const typed = pieces.join(isSpaced ? ' ' : '')
      const read = parseTypedQuery(typed, name => tagNamed(name) ?? false)
      if (read.fault !== undefined || queryFault(typed) !== undefined) {
        // Operators of other products are no operators of ours.
        if (!/&&|\|\||_exists_|message|\/|\+/.test(typed)) expect(queryFault(typed)).toBeDefined()
        return
      }
      expect(queryFault(read.text)).toBeUndefined()
      expect(parseTypedQuery(read.text, tagNamed).filterTerms).toEqual([])
      const wordsOf = (text: string) => text.match(/\ba\b|b c|uid=0/g) ?? []
      // Without a space before it, a word belongs to the value of the condition before it.
      const inGroups = read.pills.filter(isGroupPill).flatMap(conditionPillsIn)
      const words = [read.text, ...inGroups.flatMap(({ values }) => values)].flatMap(wordsOf)
      if (isSpaced) expect(words.sort()).toEqual(wordsOf(typed).sort())
      for (const { text } of read.filterTerms) expect(queryFault(text)).toBeUndefined()
      for (const { quoted, text } of read.textTerms) {
        expect(queryFault(quoted)).toBeUndefined()
        if (text !== '') expect(queryFault(text)).toBeUndefined()
      }
    }),
    { seed: 39, numRuns: runs(3_000) },
  )
})

test('a value that a field cannot have is one of the tag of its name, where there is one', () => {
  const read = parseTypedQuery('status=500 severity:warning', name => (name === 'status' ? name : undefined))
  expect(read.pills.map(pillText)).toEqual(['ut_status:eq:500', 'severity:eq:4'])
  expect(read.textTerms).toEqual([])
})
