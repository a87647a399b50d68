import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileMatcher } from '../../filter/match/matcher.ts'
import { parseFilter } from '../../filter/parse/parse-filter.ts'
import type { Predicate } from '../../filter/predicate/predicate.ts'
import { emptyEvent } from '../../filter/templates/empty-event.ts'
import { anyPart } from '../../filter/testing/any-part.ts'
import type { ParsedEvent } from '../../schema/event/event.ts'
import type { Condition, FilterPart } from '../../schema/filter/condition.ts'
import { runs } from '../../testing/depth.ts'
import type { TriggerInForce } from './trigger-in-force.ts'
import { TriggerSet } from './trigger-set.ts'

/** A Monday. */
const monday = Date.UTC(2026, 10, 23) / 1_000

function eventOf(members: Partial<ParsedEvent>): ParsedEvent {
  const { id: _, last: __, counter: ___, triggers: ____, ...empty } = emptyEvent
  return { ...empty, ts: monday * 1e6, tags: {}, extra: {}, ...members }
}

function predicateOf(filter: readonly FilterPart[]): Predicate {
  const parsed = parseFilter(filter)
  if ('faults' in parsed) throw new Error(parsed.faults.map(({ message }) => message).join())
  return parsed.predicate
}

function triggerOf(
  id: number,
  filter: readonly FilterPart[],
  members: Partial<TriggerInForce> = {},
): TriggerInForce {
  const ordinary = {
    owner: 1,
    newStatus: 0,
    stop: null,
    activeHours: null,
    onRepeats: 'first',
    groupBy: null,
    window: null,
  } as const
  return { id, predicate: predicateOf(filter), ...ordinary, ...members }
}

interface Found {
  ids: number[]
  targets: [number, string][]
  status: number
}

function applyTo(set: TriggerSet, event: ParsedEvent, now = monday * 1e6): Found {
  const found = set.apply(event, now)
  return {
    ids: [...(found?.ids ?? [])],
    targets: (found?.targets ?? []).map(({ id, kind }) => [id, kind]),
    status: event.status,
  }
}

/** The slow oracle: tests one trigger after the other. */
function applyPlainly(triggers: readonly TriggerInForce[], event: ParsedEvent): Found {
  const found: Found = { ids: [], targets: [], status: event.status }
  const stopped = new Set<number>()
  for (const { id, owner, predicate, newStatus, stop, window } of triggers) {
    if (stopped.has(owner)) continue
    const fits = (wanted: Predicate): boolean =>
      compileMatcher(wanted)({
        ...event,
        id: 0,
        last: event.ts,
        counter: 1,
        status: found.status,
        triggers: [],
      })
    const isMatch = fits(predicate)
    if (isMatch && window === null) {
      found.ids.push(id)
      found.targets.push([id, 'event'])
      if (newStatus !== 0) found.status = newStatus
      if (stop === 'all') break
      if (stop === 'owner') stopped.add(owner)
    }
    if (window === null) continue
    if (isMatch) found.targets.push([id, 'window'])
    if (window.followedBy !== null && fits(window.followedBy)) found.targets.push([id, 'follower'])
  }
  return found
}

const words = [
  ...['error', 'Error', 'xİ', 'xi', 'Kelvin', 'kelvin', 'mask', 'maſk', 'über', 'Über', 'ab', 'a', '12'],
  ...['link-down', 'eth0/1', 'σς', '登录', 'user=root', 'denied', 'Denied'],
]
const word = fc.constantFrom(...words)
const name = fc.constantFrom('fw-1', 'FW-1', 'fw-2', 'sshd', 'Öst', 'öst', '')
const tagName = fc.constantFrom('Port', 'ut_Port', 'User', 'constructor')

const event = fc
  .record({
    message: fc.array(word, { maxLength: 4 }).map(list => list.join(' ')),
    host: name,
    program: name,
    mnemonic: fc.constantFrom('', 'ASA-6-302013', 'FTD-3-1'),
    severity: fc.nat(7),
    facility: fc.nat(23),
    status: fc.nat(2),
    type: fc.nat(2),
    tags: fc.dictionary(tagName, fc.constantFrom('22', '443', 'root', 'Root'), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
  })
  .map(eventOf)

const list = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | T[]> =>
  fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 4 }))
const caseless = fc.option(fc.boolean(), { nil: undefined })
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    field: fc.constantFrom('host', 'program', 'cisco_mnemonic', 'Port', 'ut_Port', 'User', 'type'),
    op: fc.constantFrom('eq', 'eq', 'eq', 'ne'),
    value: list(fc.oneof(name, fc.constantFrom('ASA*', '*302*', 'fw-?', '*', '22', 'ROOT', 'SYSLOG'))),
    ignore_case: caseless.map(one => one ?? true),
  }),
  fc.record({ field: fc.constant('message'), op: fc.constantFrom('eq', 'eq', 'ne'), value: list(word) }),
  fc.record({
    field: fc.constant('message'),
    op: fc.constant('qp'),
    value: fc.oneof(
      word.map(one => `"${one}"`),
      fc.tuple(word, word).map(([a, b]) => `"${a}" or "${b}"`),
      fc.tuple(word, word).map(([a, b]) => `"${a} ${b}" or not "${b}"`),
      fc.constantFrom('err*', '*nied and not error', '?b', 'lin?-down'),
    ),
  }),
  fc.record({
    field: fc.constantFrom('message', 'host', 'User'),
    op: fc.constantFrom('=~', '=~', '!~'),
    value: list(fc.constantFrom('err', 'K.lvin', '^fw', 'deni(ed|al)', 'ma[sk]k', 'ro+t', '\\d+', '^$')),
    ignore_case: caseless.map(one => one ?? true),
  }),
  fc.record({
    field: fc.constantFrom('severity', 'facility', 'status', 'status'),
    op: fc.constantFrom('eq', 'eq', 'ne', 'lt', 'ge'),
    value: fc.nat(3),
  }),
)
const trigger = fc
  .record({
    filter: fc.array(anyPart(condition), { maxLength: 3 }),
    newStatus: fc.constantFrom(0, 0, 1, 2),
    owner: fc.nat(2),
    stop: fc.constantFrom(null, null, null, 'owner' as const, 'all' as const),
    window: fc.option(
      fc.record({
        by: fc.constantFrom(null, 'host'),
        value: fc.constant(null),
        followedBy: fc.option(fc.array(condition, { maxLength: 2 }).map(predicateOf)),
      }),
      { freq: 4 },
    ),
  })
  .map(({ filter, ...members }, at = 0) => triggerOf(at + 1, filter, members))

test('triggers that are looked up find what each of them finds when asked one after the other, with the statuses that they set', async () => {
  let matches = 0
  let marks = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(trigger, { minLength: 1, maxLength: 40 }),
      fc.array(event, { minLength: 5, maxLength: 15 }),
      async (made, events) => {
        const triggers = made.map((one, at) => ({ ...one, id: at + 1 }))
        const set = await TriggerSet.compile(triggers)
        for (const one of events) {
          const wanted = applyPlainly(triggers, one)
          const { status } = one
          expect(applyTo(set, one)).toEqual(wanted)
          matches += wanted.targets.length
          if (wanted.status !== status) marks++
        }
      },
    ),
    { numRuns: runs(300) },
  )
  expect(matches).toBeGreaterThan(2_000)
  expect(marks).toBeGreaterThan(100)
})

describe('an index', () => {
  test.each<[title: string, filter: Condition[]]>([
    ['a host', [{ field: 'host', value: 'fw-1' }]],
    ['hosts with a wildcard', [{ field: 'host', value: ['fw-1', 'router-*'] }]],
    [
      'a list of mnemonics',
      [{ field: 'cisco_mnemonic', value: Array.from({ length: 984 }, (_, i) => `A-1-${i}`) }],
    ],
    ['a word', [{ field: 'message', value: 'denied' }]],
    [
      'words of an expression',
      [{ field: 'message', op: 'qp', value: '"link down" or (denied and not eth0)' }],
    ],
    ['a pattern', [{ field: 'message', op: '=~', value: 'port (\\d+) is down' }]],
    ['a tag', [{ field: 'SrcIP', op: 'eq', value: '*' }]],
    ['a severity', [{ field: 'severity', op: 'lt', value: 3 }]],
    ['a status', [{ field: 'status', value: 1 }]],
    [
      'one part of several',
      [
        { field: 'message', op: '!~', value: 'x' },
        { field: 'program', value: 'sshd' },
      ],
    ],
  ])('excludes events by %s', async (_, filter) => {
    const set = await TriggerSet.compile([triggerOf(1, filter)])
    expect(set.unindexed).toBe(0)
    expect(set.apply(eventOf({ message: 'nothing of all that', severity: 6 }), monday * 1e6)).toBeUndefined()
  })
})

test('the tests of each filter are counted, also of both filters of a pair', async () => {
  const word = [{ field: 'message', op: 'qp', value: 'down' }] as const
  const followedBy = predicateOf([{ field: 'host', op: 'ne', value: 'a' }])
  const set = await TriggerSet.compile([
    triggerOf(1, word),
    triggerOf(2, [{ field: 'host', op: 'eq', value: 'b' }], {
      window: { by: null, value: null, followedBy },
    }),
  ])
  for (const [host, message] of [
    ['a', 'link down'],
    ['b', 'link up'],
    ['c', 'link downs'],
  ] as const)
    applyTo(set, eventOf({ host, message }))
  const counts = set.costs.map(cost => [cost.trigger_id, cost.matched, cost.tried, cost.is_unindexed])
  expect(counts).toEqual([
    [1, 1, expect.any(Number), false],
    [2, 1, 1, false],
    [2, 2, 3, true],
  ])
})

test('a stop holds for later triggers of its owner, or of everybody', async () => {
  const set = await TriggerSet.compile([
    triggerOf(1, [], { owner: 7, stop: 'owner' }),
    triggerOf(2, [], { owner: 8 }),
    triggerOf(3, [], { owner: 7, newStatus: 2 }),
    triggerOf(4, [], { owner: 8, stop: 'all' }),
    triggerOf(5, [], { owner: 9 }),
  ])
  for (const _ of [1, 2]) expect(applyTo(set, eventOf({}))).toMatchObject({ ids: [1, 2, 4], status: 0 })
})

test('hours are hours of the zone, over midnight too', async () => {
  const hours = (from: string, to: string, days: number[], timezone = 'UTC') => ({ from, to, days, timezone })
  const set = await TriggerSet.compile([
    triggerOf(1, [], { activeHours: hours('08:00', '17:00', [1, 2]) }),
    triggerOf(2, [], { activeHours: hours('22:00', '06:00', [1]) }),
    triggerOf(3, [], { activeHours: hours('08:00', '17:00', [1], 'America/New_York') }),
    triggerOf(4, [], { activeHours: hours('00:00', '24:00', [2]) }),
  ])
  const at = (hour: number): number[] => applyTo(set, eventOf({}), (monday + hour * 3_600) * 1e6).ids
  expect(at(7.99)).toEqual([])
  expect(at(8)).toEqual([1])
  expect(at(13)).toEqual([1, 3])
  expect(at(17)).toEqual([3])
  expect(at(23)).toEqual([2])
  expect(at(24 + 5)).toEqual([2, 4])
  expect(at(24 + 6)).toEqual([4])
  expect(at(24 + 9)).toEqual([1, 4])
})

test('both filters of a pair tell which hosts their owner sees', async () => {
  const followedBy = predicateOf([])
  const pair = triggerOf(1, [], { hosts: ['fw-*'], window: { by: null, value: null, followedBy } })
  const set = await TriggerSet.compile([pair, triggerOf(2, [])])
  const targets = set.apply(eventOf({ host: 'fw-1' }), monday * 1e6)?.targets ?? []
  expect(targets.map(({ id, hosts }) => [id, hosts])).toEqual([
    [1, '["fw-*"]'],
    [1, '["fw-*"]'],
    [2, undefined],
  ])
})

test('a trigger whose expressions take too many steps is named and off; triggers of other owners do not notice', async () => {
  const matching = (value: string) => [{ field: 'message', op: '=~' as const, value }]
  const set = await TriggerSet.compile([
    triggerOf(1, matching('(?:[ab]{0,9}c?){0,90}[^a]')),
    triggerOf(2, matching('aa(?:b{1,9})?$')),
    triggerOf(3, matching('aa(?:b{1,9})?$'), { owner: 2 }),
  ])
  const told: string[] = []
  set.counters.warn = message => told.push(message)
  const apply = () => applyTo(set, eventOf({ message: 'a'.repeat(30_000) })).ids
  // Too large to run uncounted.
  for (let i = 0; i < 6; i++) expect(apply()).toEqual([3])
  expect(apply()).toEqual([2, 3])
  expect(told).toEqual([
    'trigger 1 is off: 6 errors within an hour, the last: its regular expressions take more than 1000000 steps for one event',
  ])
})

test('when the steps of an owner are used up, wildcards that compare little still match', async () => {
  const set = await TriggerSet.compile([
    triggerOf(1, [{ field: 'message', op: '=~', value: '(?:[ab]{0,9}c?){0,90}[^a]' }]),
    triggerOf(2, [{ field: 'message', op: 'eq', value: '*error*' }]),
    triggerOf(3, [{ field: 'message', op: 'qp', value: '"severe error"' }]),
  ])
  set.counters.warn = () => {}
  const event = eventOf({ message: `${'a'.repeat(30_000)} severe severe error` })
  expect(applyTo(set, event).ids).toEqual([2, 3])
})

test.each([
  ['a wildcard', { op: 'eq', value: `*${'a?'.repeat(4_000)}b*` }, 'a'.repeat(30_000)],
  ['a phrase', { op: 'qp', value: `"${'a '.repeat(2_000)}b"` }, 'a '.repeat(15_000)],
  ['a phrase beyond ASCII', { op: 'qp', value: `"${'ä '.repeat(2_000)}b"` }, 'ä '.repeat(15_000)],
] as const)('%s that compares too many characters is named and off', async (_, condition, message) => {
  const set = await TriggerSet.compile([
    triggerOf(1, [{ field: 'message', ...condition }]),
    triggerOf(2, [{ field: 'host', op: 'eq', value: 'web-*' }]),
  ])
  const told: string[] = []
  set.counters.warn = text => told.push(text)
  for (let i = 0; i < 6; i++) expect(applyTo(set, eventOf({ message, host: 'web-1' })).ids).toEqual([2])
  expect(told).toEqual([
    'trigger 1 is off: 6 errors within an hour, the last: its wildcards and phrases take more than 1000000 steps for one event',
  ])
})
