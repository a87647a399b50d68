import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Filter } from '../../schema/filter/condition.ts'
import type { TriggerCondition } from '../../schema/triggers/trigger-condition.ts'
import { runs } from '../../testing/depth.ts'
import { activeTimes } from './active-times.ts'
import { advanceWindows, evaluateWindows } from './advance-windows.ts'
import { latenessOf, noAnswers } from './evaluator.ts'
import { LiveWindows } from './testing/live.ts'
import { compareFires, oracleFires, type WindowEvent } from './testing/oracle.ts'
import type { KeyCount, StoredState, WindowAdvance } from './window-state.ts'

const day = 86_400
/** A multiple of all windows below. */
const start = 20_000 * day

type Given = string | { [name in keyof WindowEvent]?: WindowEvent[name] }

/** Events of `[second, by or members]`, seconds after `start`. */
function eventsOf(given: readonly (readonly [number, Given?])[]): WindowEvent[] {
  return given.map(([second, members = '']) => ({
    second: start + second,
    by: '',
    value: '',
    isFirst: true,
    isFollower: false,
    ...(typeof members === 'string' ? { by: members, value: members } : members),
  }))
}

const second: Given = { isFirst: false, isFollower: true }
const both: Given = { isFirst: true, isFollower: true }

interface Case {
  says: string
  condition: TriggerCondition
  events: readonly (readonly [number, Given?])[]
  /** Seconds after start, for a key or a value. */
  fires: readonly (readonly [number, string?])[]
  /** Default: long after the last event. */
  to?: number
}

const count3: TriggerCondition = { kind: 'count', count: 3, seconds: 10 }
const distinct2: TriggerCondition = { kind: 'distinct', field: 'user', count: 2, seconds: 10, by: 'host' }
const silent: TriggerCondition = { kind: 'absence', seconds: 60 }
const silentHost: TriggerCondition = { kind: 'absence', seconds: 60, by: 'host' }
const follows: TriggerCondition = { kind: 'pair', followed_by: [], seconds: 10, expect: 'follows' }
const missing: TriggerCondition = { kind: 'pair', followed_by: [], seconds: 10, expect: 'missing' }
const more: TriggerCondition = { kind: 'rate', factor: 3, seconds: 60, days: 2 }
const less: TriggerCondition = { kind: 'rate', factor: 0.5, seconds: 60, days: 2 }
const first: TriggerCondition = { kind: 'first_seen', field: 'user', days: 1 }
const times = (n: number, at: number) => Array.from({ length: n }, (): [number] => [at])

const cases: readonly Case[] = [
  { says: 'too few', condition: count3, events: [[0], [9]], fires: [] },
  { says: 'in ten seconds', condition: count3, events: [[0], [5], [9]], fires: [[9]] },
  { says: 'in eleven', condition: count3, events: [[0], [5], [10]], fires: [] },
  { says: 'used up', condition: count3, events: [[0], [1], [2], [3], [4], [5]], fires: [[2], [5]] },
  { says: 'a burst once', condition: count3, events: times(50, 4), fires: [[4]] },
  {
    says: 'for each host',
    condition: { ...count3, by: 'host' },
    events: [
      [0, 'a'],
      [1, 'b'],
      [2, 'a'],
      [3, ''],
      [4, ''],
      [5, ''],
      [6, 'a'],
    ],
    fires: [[6, 'a']],
  },
  {
    says: 'values of a host',
    condition: distinct2,
    events: [
      [0, { by: 'a', value: 'x' }],
      [1, { by: 'a', value: 'x' }],
      [2, { by: 'b', value: 'y' }],
      [3, { by: 'a', value: '' }],
      [4, { by: 'a', value: 'y' }],
      [20, { by: 'b', value: 'z' }],
    ],
    fires: [[4, 'a']],
  },
  { says: 'nothing at all', condition: silent, events: [], fires: [[60]], to: 500 },
  { says: 'not yet', condition: silent, events: [], fires: [], to: 60 },
  { says: 'a regular beat', condition: silent, events: [[60], [120], [180]], fires: [], to: 200 },
  { says: 'once until it is back', condition: silent, events: [[10], [400]], fires: [[70], [460]], to: 600 },
  {
    says: 'only hosts that were there',
    condition: silentHost,
    events: [
      [0, 'a'],
      [0, ''],
      [30, 'b'],
      [50, 'a'],
    ],
    fires: [
      [90, 'b'],
      [110, 'a'],
    ],
    to: 600,
  },
  { says: 'follows', condition: follows, events: [[0], [10, second]], fires: [[10]] },
  { says: 'follows too late', condition: follows, events: [[0], [11, second]], fires: [] },
  { says: 'before', condition: follows, events: [[0, second], [1]], fires: [] },
  { says: 'in one second', condition: follows, events: [[5], [5, second]], fires: [[5]] },
  { says: 'not itself', condition: follows, events: [[5, both]], fires: [] },
  {
    says: 'another like it',
    condition: follows,
    events: [
      [5, both],
      [6, both],
      [7, both],
      [8, both],
    ],
    fires: [[6], [8]],
  },
  { says: 'missing', condition: missing, events: [[0], [3]], fires: [[10]] },
  { says: 'not missing', condition: missing, events: [[0], [3], [10, second]], fires: [] },
  { says: 'missing, then another', condition: missing, events: [[0], [11], [12, second]], fires: [[10]] },
  { says: 'three times more', condition: more, events: [[-day], [-2 * day], ...times(3, 5)], fires: [[0]] },
  { says: 'not more', condition: more, events: [...times(2, -day), ...times(5, 5)], fires: [] },
  { says: 'as new', condition: more, events: times(3, 5), fires: [[0]] },
  {
    says: 'in a row once',
    condition: more,
    events: [...times(3, 5), ...times(3, 65), ...times(3, 185)],
    fires: [[0], [180]],
  },
  { says: 'less', condition: less, events: [...times(4, -day), ...times(2, 5)], fires: [[60]], to: 120 },
  { says: 'none', condition: less, events: times(4, -day), fires: [[60]], to: 120 },
  { says: 'not less', condition: less, events: [...times(4, -day), ...times(3, 5)], fires: [], to: 120 },
  {
    says: 'new values',
    condition: first,
    events: [
      [-day, 'a'],
      [-day - 1, 'b'],
      [0, 'a'],
      [0, 'b'],
      [1, 'c'],
      [2, 'c'],
      [2, ''],
    ],
    fires: [
      [0, 'b'],
      [1, 'c'],
    ],
  },
  {
    says: 'new templates',
    condition: { kind: 'new_template' },
    events: [
      [-80 * day, 'a'],
      [0, 'a'],
      [1, 'b'],
      [90, 'b'],
    ],
    fires: [[1, 'b']],
  },
]

describe.each(['one by one', 'all at once', 'in any order'])('conditions, events %s', order => {
  test.each(cases)('$condition.kind: $says', ({ condition, events, fires, to = 4 * day }) => {
    const all = eventsOf(events)
    const expected = fires
      .map(([at, name = '']) => ({ at: start + at, name }))
      .sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1))
    const live = run(condition, all, start, start + to, order)
    const named = live.map(({ at, key, value }) => ({
      at,
      name: condition.kind === 'distinct' ? key : key + value,
    }))
    expect(named).toEqual(expected)
    const ofOracle = oracleFires(condition, all, start, start + to)
    expect(ofOracle.filter(({ at }) => at >= start)).toEqual(
      live.map(({ at, key, value }) => ({ key, value: condition.kind === 'distinct' ? '' : value, at })),
    )
  })
})

/** The firings of live conditions for events from `from` on. */
function run(
  condition: TriggerCondition,
  events: readonly WindowEvent[],
  from: number,
  to: number,
  order: string,
) {
  const live = new LiveWindows(
    condition,
    from,
    events.filter(event => event.second < from),
  )
  const coming = events.filter(event => event.second >= from).sort((a, b) => a.second - b.second)
  if (order === 'one by one') for (const event of coming) live.record([event], event.second)
  else {
    const last = coming.at(-1)?.second ?? from
    // All at once: if the clock moved in between, its judgements would differ.
    live.record(order === 'in any order' ? coming.toReversed() : coming, last)
  }
  const seconds = 'seconds' in condition ? condition.seconds : 0
  // Lets the clock judge everything that ends at `to`.
  live.expire(to - 1 + (seconds === 0 ? 0 : latenessOf(seconds)) + (condition.kind === 'rate' ? 1 : 0))
  return live.fires.toSorted(compareFires)
}

const condition = fc.oneof(
  fc.record({
    kind: fc.constant('count' as const),
    count: fc.integer({ min: 1, max: 6 }),
    seconds: fc.integer({ min: 1, max: 20 }),
    by: fc.constantFrom(null, 'host'),
  }),
  fc.record({
    kind: fc.constant('distinct' as const),
    field: fc.constant('user'),
    count: fc.integer({ min: 1, max: 4 }),
    seconds: fc.integer({ min: 1, max: 20 }),
    by: fc.constantFrom(null, 'host'),
  }),
  fc.record({ kind: fc.constant('first_seen' as const), field: fc.constant('user'), days: fc.constant(1) }),
  fc.record({ kind: fc.constant('new_template' as const) }),
  fc.record({
    kind: fc.constant('absence' as const),
    seconds: fc.integer({ min: 1, max: 20 }),
    by: fc.constantFrom(null, 'host'),
  }),
  fc.record({
    kind: fc.constant('pair' as const),
    followed_by: fc.constant<Filter>([]),
    seconds: fc.integer({ min: 1, max: 20 }),
    expect: fc.constantFrom('follows' as const, 'missing' as const),
    by: fc.constantFrom(null, 'host'),
  }),
  fc.record({
    kind: fc.constant('rate' as const),
    factor: fc.constantFrom(0.3, 0.5, 1, 2, 3),
    seconds: fc.constantFrom(7, 10, 60),
    days: fc.integer({ min: 1, max: 3 }),
  }),
)

const someEvents = fc.array(
  fc.record({
    second: fc.oneof(
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 0, max: 100 }).map(at => at - day),
      fc.integer({ min: 0, max: 100 }).map(at => at - 2 * day - 1),
    ),
    by: fc.constantFrom('', 'a', 'b'),
    value: fc.constantFrom('', 'x', 'y', 'z', '__proto__'),
    isFirst: fc.boolean(),
    isFollower: fc.boolean(),
  }),
  { maxLength: 60 },
)

test('live conditions fire when and for what their definitions say, however batches are cut', () => {
  fc.assert(
    fc.property(
      condition,
      someEvents,
      fc.infiniteStream(fc.integer({ min: 1, max: 8 })),
      fc.boolean(),
      (given, some, cuts, isLate) => {
        const all = some
          .filter(({ isFirst, isFollower }) => isFirst || (given.kind === 'pair' && isFollower))
          .map(event => ({ ...event, second: start + event.second }))
          .sort((a, b) => a.second - b.second)
        const before = all.filter(event => event.second < start)
        const coming = all.filter(event => event.second >= start)
        const to = start + 300
        const live = new LiveWindows(given, start, before)
        for (let at = 0; at < coming.length; ) {
          const next = at + (cuts.next().value ?? 1)
          const batch = coming.slice(at, next)
          // Late: all at once, after a longer delay than any of them may have.
          live.record(batch.toReversed(), isLate ? start + 170 : (batch.at(-1)?.second ?? 0))
          at = next
        }
        const seconds = 'seconds' in given ? given.seconds : 0
        live.expire(to - 1 + (seconds === 0 ? 0 : latenessOf(seconds)) + (given.kind === 'rate' ? 1 : 0))
        const relevant = given.kind === 'rate' || given.kind === 'first_seen' || given.kind === 'new_template'
        const expected = oracleFires(given, relevant ? all : coming, start, to).filter(
          ({ at }) => at >= start,
        )
        const named = live.fires.toSorted(compareFires).map(({ key, value, at }) => ({
          key,
          value: given.kind === 'distinct' ? '' : value,
          at,
        }))
        expect(named).toEqual(expected)
      },
    ),
    { numRuns: runs(1_000) },
  )
})

test.each<[says: string, first: number, late: number, fires: [at: number, count: number][]]>([
  ['late and earlier', 100, 90, [[90, 2]]],
  ['later', 100, 110, [[100, 2]]],
  ['late, and too early to have been the same appearance', 100, 100 - 2 * day, [[100, 2]]],
])('a new value fires once for its first match if the next batch is %s', (_, first, late, expected) => {
  const condition: TriggerCondition = { kind: 'first_seen', field: 'user', days: 1 }
  const states = new Map<string, StoredState>()
  const save = ({ states: changed, fires }: WindowAdvance) => {
    for (const [key, state] of changed) if (state !== null) states.set(key, state)
    return fires.map(({ at, count }) => [at - start, count])
  }
  const stored = [start + first, start + late]
  const now = start + 120
  const add = (second: number) => {
    const batch = { keys: [['', 'x', second, 1] as KeyCount], followerKeys: [] }
    return save(advanceWindows(condition, states, batch, { nowSeconds: now }))
  }
  // The store does not answer between the batches.
  expect([
    ...stored.map(add),
    save(evaluateWindows(condition, states, noAnswers, { nowSeconds: now })),
  ]).toEqual([[], [], []])
  const seen = (_: string, before: number) => stored.some(second => second < before && second >= before - day)
  const answers = { ...noAnswers, seen }
  expect(save(evaluateWindows(condition, states, answers, { nowSeconds: now }))).toEqual(expected)
})

describe('outside of the active hours', () => {
  // 1 January 2027 is a Friday; the hours end at noon and start again at 08:00.
  const midnight = 1_798_761_600
  const hours = { timezone: 'UTC', days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '12:00' }
  const at = (hour: number, minute: number) => midnight + hour * 3_600 + minute * 60
  const fires = (condition: TriggerCondition, last: number, now: number) => {
    const times = activeTimes(hours)
    const batch = { keys: [['', '', last, 1] as KeyCount], followerKeys: [] }
    const { states } = advanceWindows(condition, new Map(), batch, { nowSeconds: last, times })
    const kept = new Map(
      Array.from(states).flatMap(([key, state]) => (state === null ? [] : [[key, state] as const])),
    )
    return evaluateWindows(condition, kept, noAnswers, { nowSeconds: now, times }).fires.map(fire => fire.at)
  }
  const silent: TriggerCondition = { kind: 'absence', seconds: 1_800 }

  test('an absence begins again with them', () => {
    expect(fires(silent, at(9, 0), at(11, 0))).toEqual([at(9, 30)])
    expect(fires(silent, at(11, 50), at(24 + 7, 59))).toEqual([])
    expect(fires(silent, at(11, 50), at(24 + 8, 29))).toEqual([])
    expect(fires(silent, at(11, 50), at(24 + 8, 32))).toEqual([at(24 + 8, 30)])
  })

  test('nothing is missing', () => {
    const missing: TriggerCondition = { kind: 'pair', followed_by: [], seconds: 1_800, expect: 'missing' }
    expect(fires(missing, at(9, 0), at(11, 0))).toEqual([at(9, 30)])
    expect(fires(missing, at(11, 50), at(30, 0))).toEqual([])
  })
})
