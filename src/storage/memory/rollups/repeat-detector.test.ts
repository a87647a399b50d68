import { expect, it } from 'vitest'
import { RepeatDetector, shortKey } from './repeat-detector.ts'

it('distinguishes a question that is asked again from its next slice', () => {
  const asked = new RepeatDetector()
  expect(asked.record('a', { from: 100, to: 200 }).times).toBe(1)
  expect(asked.record('a', { from: 0, to: 100 }).times).toBe(1)
  expect(asked.record('b', { from: 100, to: 200 }).times).toBe(1)
  expect(asked.record('a', { from: 110, to: 210 }).times).toBe(2)
  expect(asked.record('a', { from: 170, to: 310 }).times).toBe(1)
})

it('takes the slices of a range, asked newest first, for one span, no matter how many there are', () => {
  const asked = new RepeatDetector()
  const slices = Array.from({ length: 200 }, (_, i) => ({ from: 1_990 - i * 10, to: 2_000 - i * 10 }))
  const walk = () => slices.map(slice => ({ ...asked.record('a', slice) })).at(-1)
  expect(walk()).toEqual({ from: 0, to: 2_000, times: 1, timesInPlace: 1 })
  expect(walk()).toEqual({ from: 0, to: 2_000, times: 2, timesInPlace: 2 })
})

it('counts how often a span is asked about that moves with the clock', () => {
  const asked = new RepeatDetector()
  for (let second = 0; second < 100; second++)
    expect(asked.record('a', { from: second, to: second + 10 }).times).toBe(second + 1)
})

it('distinguishes a watched span, whose end moves little, from others that overlap', () => {
  const asked = new RepeatDetector()
  const inPlace = (from: number, to: number) => {
    const { times, timesInPlace } = asked.record('a', { from, to })
    return [times, timesInPlace]
  }
  const day = 86_400
  expect(inPlace(0, 7 * day)).toEqual([1, 1])
  expect(inPlace(60, 7 * day + 60)).toEqual([2, 2])
  expect(inPlace(day, 5 * day)).toEqual([3, 1])
  expect(inPlace(2 * day, 5 * day + 3_600)).toEqual([4, 2])
})

it('distinguishes long questions, and keeps none of their length', () => {
  const asked = new RepeatDetector()
  const span = { from: 0, to: 1 }
  const long = 'message '.repeat(30_000)
  expect(asked.record(`${long}a`, span).times).toBe(1)
  expect(asked.record(`${long}b`, span).times).toBe(1)
  expect(asked.record(`${long}a`, span).times).toBe(2)
  expect(shortKey(`${long}a`).length).toBeLessThan(200)
  expect(shortKey('short')).toBe('short')
})

it('forgets what was asked least lately', () => {
  const asked = new RepeatDetector()
  const span = { from: 0, to: 1 }
  for (let key = 0; key <= 1_000; key++) asked.record(`${key}`, span)
  expect(asked.record('1000', span).times).toBe(2)
  expect(asked.record('0', span).times).toBe(1)
})
