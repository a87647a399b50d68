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
import { actionsHint } from './event-hints.ts'

function recordOf(event: StoredEvent): EventRecord {
  const utc = zoneNamed('UTC')
  if (utc === undefined) throw new Error('there is UTC')
  return eventRecord(event, utc)
}

function hintsOf(members: Partial<StoredEvent>, canUseTriggers = false) {
  return actionsHint(recordOf(eventWith(members)), canUseTriggers)
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
    [{ ['x'.repeat(200)]: '10.0.0.1', ['y'.repeat(201)]: '10.0.0.1' }, ['x'.repeat(200)]],
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
      for (const [field, hints] of Object.entries(actionsHint(recordOf(event), true))) {
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
