import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Predicate } from '../../filter/predicate/predicate.ts'
import { runs } from '../../testing/depth.ts'
import type { Kind, ResolvedRange } from '../kind.ts'
import { EmptyStore } from '../life/testing/empty-store.ts'
import type { TimeSpan } from '../time-span.ts'
import type { Computation, ComputationDeps } from './computation.ts'
import type { CostProfile } from './cost-profile.ts'
import { cutAt, cutsOf, evaluate, splitSpan } from './evaluate.ts'
import { FairQueue } from './fair-queue.ts'
import { type CachedSlices, gapsIn, validSlices } from './slice-cache.ts'
import { anyCostProfile, anyShape, slidingRange } from './testing/ranges.ts'

const everything: Predicate = { kind: 'const', value: true }

/** Counts seconds of events, and records which spans it was made from and which of them began the range. */
interface State extends TimeSpan {
  count: number
  starts: number[]
  /** Starts of the periods inside. */
  periods: number[]
}

function counting(events: readonly number[], { cost, periodic }: CostProfile) {
  const computed: TimeSpan[] = []
  const kind: Kind<null, State, State> = {
    normalise: () => null,
    cost: () => cost,
    periodic: () => periodic,
    async slice(_params, { range }, { from, to }) {
      computed.push({ from, to })
      if (periodic) expect(range.bounds).toEqual(expect.arrayContaining([from, to]))
      const starts = from === range.from ? [to - from] : []
      const periods = range.bounds.filter(bound => bound >= from && bound < to)
      return {
        from,
        to,
        starts,
        periods,
        count: events.filter(second => second >= from && second < to).length,
      }
    },
    merge(newer, older) {
      expect(newer.from).toBe(older.to)
      return {
        from: older.from,
        to: newer.to,
        count: newer.count + older.count,
        starts: [...older.starts, ...newer.starts],
        periods: [...older.periods, ...newer.periods],
      }
    },
    finish: async (
      _params,
      { range },
      state = { from: range.to, to: range.to, count: 0, starts: [], periods: [] },
    ) => state,
  }
  return { kind, computed }
}

const deps: ComputationDeps = {
  queue: new FairQueue({ shortSlots: 6, longSlots: 2, maxWaitingPerUser: 50 }),
  timeouts: { short: 60, long: 600 },
  now: () => 0,
}

function computationOf(
  { kind, profile }: { kind: Kind<null, State, State>; profile: CostProfile },
  store: EmptyStore,
  range: ResolvedRange,
  also: Partial<Computation<null, State, State>> = {},
): Computation<null, State, State> {
  return {
    question: { kind, params: null, profile, paged: false },
    context: { store, range, predicate: everything },
    cache: { range, slices: [] },
    live: false,
    user: 1,
    signal: new AbortController().signal,
    ...also,
  }
}

test('a cheap span is one slice', async () => {
  const store = new EmptyStore()
  const profile: CostProfile = { cost: 'columns', periodic: true, reachSeconds: 0, stepsPerCharacter: 0 }
  const { kind, computed } = counting([], profile)
  const range = slidingRange(1_767_312_000, 60, 60)
  await evaluate(computationOf({ kind, profile }, store, range), deps)
  expect(computed).toEqual([{ from: range.from, to: range.to }])
})

test('pieces come newest first, tell how far they are, and show what there is', async () => {
  const store = new EmptyStore()
  store.density = 1_000
  const profile: CostProfile = { cost: 'scan', periodic: true, reachSeconds: 0, stepsPerCharacter: 0 }
  const range = slidingRange(1_767_312_000, 600, 12)
  const { kind, computed } = counting([range.from, range.to - 1], profile)
  let clock = 0
  const progress: number[] = []
  const partial: State[] = []
  const computation = computationOf({ kind, profile }, store, range, {
    onProgress: percent => progress.push(percent),
    onPartial: results => partial.push(results),
  })
  const { results } = await evaluate(computation, { ...deps, now: () => (clock += 200) })
  expect(computed.map(slice => slice.to)).toEqual(computed.map(slice => slice.to).toSorted((a, b) => b - a))
  expect(progress.length).toBe(computed.length - 1)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect(partial.length).toBeGreaterThan(0)
  for (const each of partial) expect(each).toMatchObject({ to: range.to, count: 1 })
  expect(results.count).toBe(2)
})

test('whatever happens and however the range moves, the slices that are kept add up to the range', async () => {
  const step = fc.record({
    seconds: fc.constantFrom(0, 1, 20, 60, 400, 4_000, 100_000),
    finer: fc.constantFrom(1, 1, 1, 2),
    appended: fc.array(
      fc.record({ ago: fc.constantFrom(0, 1, 30, 90, 700, 5_000, 90_000), more: fc.nat(50) }),
      {
        maxLength: 3,
      },
    ),
  })
  await fc.assert(
    fc.asyncProperty(
      anyShape,
      anyCostProfile,
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(1, 1_000, 100_000),
      async (shape, profile, steps, density) => {
        const store = new EmptyStore()
        store.density = density
        const events: number[] = []
        const { kind } = counting(events, profile)
        let { now } = shape
        let range = slidingRange(now, shape.step * 2, shape.periods)
        let cache: CachedSlices<State> = { range, slices: [] }
        for (const [i, { seconds, finer, appended }] of steps.entries()) {
          now += seconds
          for (const { ago, more } of appended) {
            events.push(now - ago - more)
            store.touch(now - ago - more)
          }
          // A default step may change with the length of a range.
          range = slidingRange(now, (shape.step * 2) / finer, shape.periods)
          cache = { range, slices: validSlices(cache, range, profile, store) }
          const computation = computationOf({ kind, profile }, store, range, { cache, live: i > 0 })
          const { results, slices } = await evaluate(computation, deps)
          const inside = events.filter(second => second >= range.from && second < range.to).length
          expect(results).toMatchObject({ from: range.from, to: range.to, count: inside })
          if (profile.periodic) expect(results.periods).toEqual(range.bounds.slice(0, -1))
          else expect(results.starts.length).toBe(1)
          expect(slices.length).toBeLessThan(50)
          expect(cache.slices).toBe(slices)
        }
      },
    ),
    { numRuns: runs(300) },
  )
})

test('only what was touched is computed again', async () => {
  const store = new EmptyStore()
  store.density = 1_000
  const profile: CostProfile = { cost: 'columns', periodic: true, reachSeconds: 0, stepsPerCharacter: 0 }
  const { kind, computed } = counting([], profile)
  const now = 1_767_312_030
  const range = slidingRange(now, 60, 600)
  let cache: CachedSlices<State> = { range, slices: [] }
  const again = async (): Promise<TimeSpan[]> => {
    computed.length = 0
    cache = { range, slices: validSlices(cache, range, profile, store) }
    await evaluate(computationOf({ kind, profile }, store, range, { cache, live: true }), deps)
    return [...computed]
  }
  expect((await again()).length).toBeGreaterThan(3)
  expect(await again()).toEqual([])
  store.touch(now)
  expect(await again()).toEqual([{ from: range.to - 60, to: range.to }])
  store.touch(now, now - 60)
  expect(await again()).toEqual([
    { from: range.to - 60, to: range.to },
    { from: range.to - 120, to: range.to - 60 },
  ])
  store.touch(range.from + 30_000)
  const [late, ...others] = await again()
  expect(others).toEqual([])
  expect(late && late.to - late.from).toBeLessThan((range.to - range.from) / 3)
})

test('a filter on whole events is touched by rows within an hour of a slice, any other is not', () => {
  const range = slidingRange(1_767_312_000, 3_600, 24)
  const store = new EmptyStore()
  const slice = {
    from: range.from + 36_000,
    to: range.from + 39_600,
    state: 0,
    sequence: 0,
    costMs: 0,
    rows: 0,
  }
  store.touch(slice.to + 1_800)
  const left = (reachSeconds: number): number => {
    const profile: CostProfile = { cost: 'columns', periodic: true, reachSeconds, stepsPerCharacter: 0 }
    return validSlices({ range, slices: [slice] }, range, profile, store).length
  }
  expect([left(3_600), left(0)]).toEqual([0, 1])
})

const columns: CostProfile = { cost: 'columns', periodic: false, reachSeconds: 0, stepsPerCharacter: 0 }
const hour = 3_600
const range = slidingRange(1_767_312_000, hour, 48)

/** Whether the parts fill the range, newest first, without a gap or an overlap. */
function tiles(range: TimeSpan, parts: readonly TimeSpan[]): boolean {
  let to = range.to
  for (const part of parts) {
    if (part.to !== to || part.from >= part.to) return false
    to = part.from
  }
  return to === range.from
}

function wellPlaced(range: ResolvedRange, profile: CostProfile, parts: readonly TimeSpan[]): boolean {
  if (profile.cost === 'whole') return parts.length === 1
  return !profile.periodic || parts.every(part => range.bounds.includes(part.from))
}

test('a cheap span is one piece', () => {
  expect(splitSpan(range, range, columns, () => 20_000_000)).toEqual([range])
})

test('an expensive span is cut into bearable pieces', () => {
  const perSecond = 1_000
  const pieces = splitSpan(range, range, { ...columns, cost: 'scan' }, (from, to) => (to - from) * perSecond)
  expect(tiles(range, pieces)).toBe(true)
  expect(Math.max(...pieces.map(({ from, to }) => (to - from) * perSecond))).toBeLessThanOrEqual(1_500_000)
})

test('a scan costs what it reads of messages: where templates decide, ten million rows are one piece', () => {
  const scan = (messageShare: number) =>
    splitSpan(range, range, { ...columns, cost: 'scan', messageShare }, (from, to) => (to - from) * 60).length
  expect([scan(0), scan(0.05), scan(1)]).toEqual([1, 1, 8])
})

test('pieces and cells tile the range, on bounds of periods where there are any', () => {
  fc.assert(
    fc.property(
      anyShape,
      anyCostProfile,
      fc.integer({ min: 0, max: 200_000 }),
      fc.boolean(),
      (shape, profile, density, live) => {
        const range = slidingRange(shape.now, shape.step, shape.periods)
        const estimate = (from: number, to: number) => (to - from) * density
        const cells = cutAt(range, cutsOf(range, profile, estimate(range.from, range.to), live))
        const pieces = cells.flatMap(cell => splitSpan(cell, range, profile, estimate))
        for (const parts of [cells, pieces]) {
          expect(tiles(range, parts)).toBe(true)
          expect(wellPlaced(range, profile, parts)).toBe(true)
        }
        expect(pieces.length).toBeLessThan(1_024)
      },
    ),
  )
})

test('a cheap span is cut only at its newest minutes, and only when it moves, before it is computed again', () => {
  const rows = 5_000_000
  expect(cutsOf({ ...range, relative: false }, columns, rows, false)).toEqual([])
  expect(cutsOf(range, columns, rows, false).length).toBeLessThanOrEqual(2)
  expect(cutsOf(range, columns, rows, true).length).toBeGreaterThan(3)
})

test('the newest slices of a live range are the last two minutes or periods', () => {
  const now = 1_767_312_000 + 754
  const minutes = slidingRange(now, 60, 600)
  const dense = (range: ResolvedRange, profile: CostProfile) =>
    cutsOf(range, profile, 1_000_000, true).slice(-2)
  expect(dense(minutes, columns)).toEqual([now - 34 - 60, now - 34])
  const hours = slidingRange(now, hour, 48)
  expect(dense(hours, { ...columns, periodic: true })).toEqual([now - 754 - hour, now - 754])
})

test('chunks stay where they are while the range moves', () => {
  const old = cutsOf(slidingRange(range.now, hour, 48), columns, 50_000_000, true)
  const moved = cutsOf(slidingRange(range.now + 5 * hour, hour, 48), columns, 50_000_000, true)
  const inBoth = old.filter(cut => moved.includes(cut))
  expect(inBoth.length).toBeGreaterThanOrEqual(10)
})

test('cuts are at the start of a day, an hour or a minute: the same counts serve every such range', () => {
  const week = slidingRange(1_767_312_000 + 4_567, hour, 168)
  const fixed = { ...week, relative: false }
  const starts = (cuts: readonly number[], unit: number) => cuts.map(cut => cut % unit)
  for (const live of [false, true]) {
    const cuts = cutsOf(fixed, columns, 100_000_000, live).slice(0, -2)
    expect(cuts.length).toBeGreaterThan(3)
    expect(starts(cuts, live ? 21_600 : 86_400)).toEqual(cuts.map(() => 0))
  }
  const pieces = splitSpan(
    { from: fixed.from, to: fixed.to },
    fixed,
    columns,
    (from, to) => 200 * (to - from),
  )
  const inner = pieces.map(({ from }) => from).slice(0, -1)
  expect(inner.length).toBeGreaterThan(3)
  expect(starts(inner, 86_400)).toEqual(inner.map(() => 0))
})

test('gaps are what the slices leave out', () => {
  const slices = [
    { from: 30, to: 40 },
    { from: 10, to: 20 },
    { from: 20, to: 25 },
  ]
  expect(gapsIn({ from: 0, to: 50 }, slices)).toEqual([
    { from: 40, to: 50 },
    { from: 25, to: 30 },
    { from: 0, to: 10 },
  ])
  expect(gapsIn({ from: 10, to: 25 }, slices.slice(1))).toEqual([])
})
