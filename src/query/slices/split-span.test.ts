import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ResolvedRange } from '../kind.ts'
import type { TimeSpan } from '../time-span.ts'
import type { CostProfile } from './cost-profile.ts'
import { cutAt, cutsOf } from './evaluate.ts'
import { gapsIn } from './slice-cache.ts'
import { splitSpan } from './split-span.ts'
import { anyCostProfile, anyShape, slidingRange } from './testing/ranges.ts'

const columns: CostProfile = { cost: 'columns', periodic: false, reachSeconds: 0, stepsPerCharacter: 0 }
const hour = 3_600
const range = slidingRange(1_767_312_000, hour, 48)

/** Newest first, without a hole or an overlap, from end to start. */
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
