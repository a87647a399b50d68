import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileMatcher } from '../../../filter/match/matcher.ts'
import { parseFilter } from '../../../filter/parse/parse-filter.ts'
import { eventWith } from '../../../filter/testing/event.ts'
import type { StoredEvent } from '../../../schema/event/event.ts'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import type { HintAction } from '../../../schema/event/hint.ts'
import { runs } from '../../../testing/depth.ts'
import { zoneNamed } from '../../../time/zone.ts'
import { eventRecord } from '../../event-record.ts'
import { findSpans, hintsOf as hintsOfRecord } from './event-hints.ts'

function recordOf(event: StoredEvent): EventRecord {
  const utc = zoneNamed('UTC')
  if (utc === undefined) throw new Error('there is UTC')
  return eventRecord(event, utc)
}

function hintsOf(members: Partial<StoredEvent>, canCreateTriggers = false) {
  return hintsOfRecord(recordOf(eventWith(members)), canCreateTriggers)
}

const search = (value: string) => ({ kind: 'search', condition: { field: 'message', op: 'qp', value } })

test('the hints of an event by field, each with what can be done', () => {
  const hints = hintsOf({
    host: 'fw-1',
    program: 'sshd',
    message: 'Failed password from 10.1.2.3',
    tags: { SrcIP: '10.1.2.3', user: 'root', path: 'via 10.1.2.3, 10.1.2.4' },
  })
  expect(Object.keys(hints)).toEqual(['message', 'host', 'SrcIP', 'path'])
  expect(hints.message).toEqual([
    {
      type: 'ipv4',
      value: '10.1.2.3',
      start: 21,
      end: 29,
      actions: [
        search('"10.1.2.3"'),
        { kind: 'filter', condition: { field: 'message', op: 'qp', value: '"10.1.2.3"' } },
        { kind: 'exclude', condition: { field: 'message', op: 'qp', value: '!"10.1.2.3"' } },
      ],
    },
  ])
  expect(hints.host).toEqual([
    {
      type: 'host',
      value: 'fw-1',
      start: 0,
      end: 4,
      actions: [
        search('"fw-1"'),
        { kind: 'filter', condition: { field: 'host', op: 'eq', value: 'fw-1' } },
        { kind: 'exclude', condition: { field: 'host', op: 'ne', value: 'fw-1' } },
      ],
    },
  ])
  expect(hints.path?.[1]?.actions).toEqual([
    search('"10.1.2.4"'),
    { kind: 'filter', condition: { field: 'path', op: 'eq', value: '*10.1.2.4*' } },
    { kind: 'exclude', condition: { field: 'path', op: 'ne', value: '*10.1.2.4*' } },
  ])
})

test('a user who may make triggers is led to the form of one for the events that filter matches', () => {
  const hints = hintsOf({ host: 'fw:1', message: 'at 10.1.2.3', tags: { path: 'a,10.1.2.4' } }, true)
  const offers = [hints.message, hints.host, hints.path].map(found => found?.at(0)?.actions ?? [])
  expect(offers.map(actions => actions.map(({ kind }) => kind))).toEqual([
    ['search', 'filter', 'exclude', 'trigger'],
    [],
    ['search', 'filter', 'exclude', 'trigger'],
  ])
  for (const actions of offers) expect(actions[3]?.condition).toEqual(actions[1]?.condition)
  const query = (url = '') => new URLSearchParams(url.replace(/^\/triggers\/new/, '')).get('f')
  expect(query(offers[0]?.[3]?.url)).toBe('message:qp:"10.1.2.3"')
  expect(query(offers[2]?.[3]?.url)).toBe('path:eq:*10.1.2.4*')
})

test.each([
  ['10.1.2.3', 'ipv4'],
  ['2001:db8::1', 'ipv6'],
  ['fw-1', 'host'],
  ['fw-1.example.com', 'host'],
  ['_edge_', 'host'],
  ['12345', undefined],
  ['-', undefined],
  ['two words', undefined],
  ['', undefined],
])('as the host of an event %j is %s', (host, type) => {
  expect(hintsOf({ host, message: '' }).host?.[0]?.type).toBe(type)
})

describe('tags are named as conditions name them', () => {
  test.each<[tags: Record<string, string>, fields: string[]]>([
    [{ 'Src IP': '10.0.0.1', ut_x: '10.0.0.2' }, ['Src IP', 'ut_x']],
    [{ host: '10.0.0.1', message: '10.0.0.2' }, ['ut_host', 'ut_message']],
    [{ host: '10.0.0.1', ut_host: '10.0.0.2' }, ['ut_host']],
    [{ ut_host: '10.0.0.2', host: '10.0.0.1' }, ['ut_host']],
    [{ ['x'.repeat(255)]: '10.0.0.1', ['y'.repeat(256)]: '10.0.0.1' }, ['x'.repeat(255)]],
    [JSON.parse('{"__proto__": "10.0.0.1"}'), ['__proto__']],
  ])('%j', (tags, fields) => {
    expect(Object.keys(hintsOf({ host: '', program: '', message: '', tags }))).toEqual(fields)
  })

  test('the tag of that very name goes before', () => {
    const hints = hintsOf({ message: '', tags: { host: '10.0.0.1', ut_host: '10.0.0.2' } })
    expect(hints.ut_host?.[0]?.value).toBe('10.0.0.2')
  })
})

test('a field has at most 100 hints, the first ones', () => {
  const message = Array.from({ length: 300 }, (_, i) => `10.0.${i >> 8}.${i & 255}`).join(' ')
  const hints = hintsOf({ message }).message ?? []
  expect([hints.length, hints.at(-1)?.value]).toEqual([100, '10.0.0.99'])
})

test('text past 131,072 characters of an event is ignored, and no value is cut in two', () => {
  const filler = ' '.repeat(65_536)
  const tags = (text: string) => ({ a: filler, b: `${' '.repeat(65_526)}${text} 10.0.0.9`, c: '10.0.0.1' })
  const fields = (text: string) =>
    Object.keys(hintsOf({ host: '', program: '', message: '', tags: tags(text) }))
  expect(fields('10.0.0.1')).toEqual(['b'])
  expect(fields('10.0.0.123')).toEqual([])
})

const pieces = [
  ...['10.1.2.3', 'fe80::1', '00:11:22:33:44:55', '0011.2233.4455', 'fw-1.example.com', 'joe+x@example.org'],
  ...[
    'https://a.example/?q=*&r=(x)',
    'http://straße.example/İ/北京',
    'ÉX.COM',
    '::ffff:1.2.3.4',
    'and',
    'NOT',
  ],
  ...[' ', ' ', ',', '"', '!', '|', '(', ')', '*', '?', 'é', '中', 'İ', '-', '=', '\\', "'"],
]
const anyText = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map(parts => parts.join(''))
const anyEvent = fc
  .record({
    host: anyText,
    program: anyText,
    message: anyText,
    tags: fc.dictionary(fc.constantFrom('SrcIP', 'host', 'ut_host', 'ut_x', 'x'), anyText, {
      noNullPrototype: true,
    }),
  })
  .map(eventWith)

/** Whether POST /api/query takes the condition, and the event meets it. */
function meets(event: StoredEvent, { condition }: HintAction): boolean {
  const { field, value } = condition
  const op = condition.op === 'eq' || condition.op === 'ne' ? condition.op : 'qp'
  const meaning = parseFilter([{ field, op, value }])
  if ('faults' in meaning) throw new Error(JSON.stringify(meaning.faults))
  return compileMatcher(meaning.predicate)(event)
}

test('a filtered value meets the event, an excluded one does not, and a search finds the message', () => {
  let tried = 0
  fc.assert(
    fc.property(anyEvent, event => {
      for (const [field, hints] of Object.entries(hintsOfRecord(recordOf(event), true))) {
        for (const { value, actions } of hints) {
          const [searching, filter, exclude] = actions
          if (!searching || !filter || !exclude) throw new Error('there are three actions')
          expect([value, meets(event, filter), meets(event, exclude)]).toEqual([value, true, false])
          expect(meets(eventWith({ message: `x ${value} y` }), searching)).toBe(true)
          if (field === 'message') expect(meets(event, searching)).toBe(true)
          tried++
        }
      }
    }),
    { numRuns: runs(1_000) },
  )
  expect(tried).toBeGreaterThan(500)
})

/** The found hints, as `type value`. */
function found(text: string): string[] {
  return findSpans(text).map(({ type, start, end }) => `${type} ${text.slice(start, end)}`)
}

describe.each<[string, [text: string, hints: string[]][]]>([
  [
    'IPv4 addresses',
    [
      ['Failed password for root from 198.51.100.7 port 22', ['ipv4 198.51.100.7']],
      ['198.51.100.7', ['ipv4 198.51.100.7']],
      ['src=10.0.0.1/24,dst=10.0.0.2:443; (10.0.0.3)', ['ipv4 10.0.0.1', 'ipv4 10.0.0.2', 'ipv4 10.0.0.3']],
      ['lost 10.0.0.1. Then 10.0.0.2...', ['ipv4 10.0.0.1', 'ipv4 10.0.0.2']],
      ['10.0.0.1-10.0.0.9', ['ipv4 10.0.0.1', 'ipv4 10.0.0.9']],
      ['登录10.0.0.1失败', ['ipv4 10.0.0.1']],
      ['1.2.3.4.5 v1.2.3.4 1.2.3.256 01.2.3.4 1.2.3 für1.2.3.4 1.2.3.4é', []],
    ],
  ],
  [
    'IPv6 addresses',
    [
      ['from 2001:db8::1 port', ['ipv6 2001:db8::1']],
      ['[2001:DB8:0:0:8:800:200C:417A]:443', ['ipv6 2001:DB8:0:0:8:800:200C:417A']],
      ['outside:2001:db8::1/443 (2001:db8::1/443)', ['ipv6 2001:db8::1', 'ipv6 2001:db8::1']],
      ['fe80::1%eth0 is fe80::: gone, ::1. too', ['ipv6 fe80::1', 'ipv6 ::1']],
      ['gateway fe80::2: unreachable', ['ipv6 fe80::2']],
      ['::ffff:192.0.2.1:80', ['ipv6 ::ffff:192.0.2.1']],
      ['std::dec DB::Add foo::1 12:34:56 1:2:3:4:5:6:7:8:9 ::', []],
    ],
  ],
  [
    'hardware addresses',
    [
      ['station 00:1b:44:11:3A:B7 left', ['mac 00:1b:44:11:3A:B7']],
      ['mac:00-1b-44-11-3a-b7, 001b.4411.3ab7.', ['mac 00-1b-44-11-3a-b7', 'mac 001b.4411.3ab7']],
      ['wwn 50:06:01:60:3b:a0:11:22', ['mac 50:06:01:60:3b:a0:11:22']],
      ['00:1b:44:11:3a 00:1b:44:11:3a:b7:00 0:1b:44:11:3a:b7 x.001b.4411.3ab7', []],
    ],
  ],
  [
    'hosts',
    [
      ['query for www.example.com. denied', ['host www.example.com']],
      [
        '*.example.com, FW-1.EXAMPLE.COM:443 and _ldap._tcp.lab.local',
        ['host example.com', 'host FW-1.EXAMPLE.COM', 'host _ldap._tcp.lab.local'],
      ],
      ['xn--mnchen-3ya.de 10.0.0.1.example.net', ['host xn--mnchen-3ya.de', 'host 10.0.0.1.example.net']],
      ['/etc/app.conf kernel.log sshd.service java.io.IOException fw-1 a..b.com e.g. v1.2 münchen.de', []],
    ],
  ],
  [
    'mail addresses',
    [
      [
        'from=<joe.doe+spam@mail.example.com>, to=a@b.cd.',
        ['email joe.doe+spam@mail.example.com', 'email a@b.cd'],
      ],
      ['sip:100@pbx.example.com', ['email 100@pbx.example.com']],
      ['root@fw-1 @example.com a@b.com@c.com', ['host example.com', 'email b.com@c.com']],
    ],
  ],
  [
    'URLs',
    [
      ['"GET https://shop.example/a?q=1&r=%20#top HTTP/1.1"', ['url https://shop.example/a?q=1&r=%20#top']],
      [
        'see (http://a.example/b_(c)), or http://[2001:db8::1]:8080/x.',
        ['url http://a.example/b_(c)', 'url http://[2001:db8::1]:8080/x'],
      ],
      [
        'jdbc:postgresql://db.example:5432/x git+ssh://h',
        ['url postgresql://db.example:5432/x', 'url git+ssh://h'],
      ],
      ['https://example.com/straße-北京。', ['url https://example.com/straße-北京']],
      ['http:// http://... 1http://x', []],
      [`http://example.com/${'x'.repeat(2_048)} a@b.com`, ['host example.com', 'email a@b.com']],
    ],
  ],
  [
    'of what overlaps the longest',
    [
      ['http://joe@example.com/10.0.0.1', ['url http://joe@example.com/10.0.0.1']],
      ['a@1.2.3.4.example.com', ['email a@1.2.3.4.example.com']],
      ['2001:db8:00:11:22:33:44:55', ['ipv6 2001:db8:00:11:22:33:44:55']],
      ['00:11:22:33:44:55-66-77-88-99-aa', ['mac 00:11:22:33:44:55']],
    ],
  ],
])('%s', (_name, rows) => {
  test.each(rows)('%j', (text, hints) => expect(found(text)).toEqual(hints))
})

test('start and end count UTF-16 units', () => {
  expect(findSpans('😀 10.0.0.1')).toEqual([{ type: 'ipv4', start: 3, end: 11 }])
})

/** Texts that make a backtracking finder backtrack. */
const adversarial = [
  ...[
    '.',
    ':',
    '-',
    '@',
    '/',
    '://',
    'a',
    '1',
    '1.',
    '1:',
    'a.',
    'a-',
    '00:',
    '00-',
    'fe80::',
    '::',
    '1.1.1.1.',
  ],
  ...[
    'a@',
    'a@a',
    'a.b@',
    'a://',
    'http://(',
    'http://x)',
    '+://',
    '0011.',
    'é',
    '中',
    '😀1',
    '\ud800',
    'a_',
    '1.2.3.4:',
  ],
]
describe('a long text of nothing but', () => {
  // A quadratic finder does not finish half a mebibyte in time.
  test.each(adversarial)('%j', piece => {
    const text = piece.repeat(Math.ceil((512 * 1024) / piece.length))
    const spans = findSpans(text)
    expect(spans.every(({ end }, i) => end <= (spans[i + 1]?.start ?? text.length))).toBe(true)
    const short = piece.repeat(Math.ceil((64 * 1024) / piece.length))
    expect(findSpans(`${short} 10.0.0.1`).at(-1)).toEqual({
      type: 'ipv4',
      start: short.length + 1,
      end: short.length + 9,
    })
  })
})
