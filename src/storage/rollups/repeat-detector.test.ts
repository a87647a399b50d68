import { expect, it } from 'vitest'
import { RepeatDetector, shortKey } from './repeat-detector.ts'

it('tells a question that is asked again from its next slice', () => {
  const asked = new RepeatDetector()
  expect(asked.record('a', { from: 100, to: 200 })).toBe(1)
  expect(asked.record('a', { from: 0, to: 100 })).toBe(1)
  expect(asked.record('b', { from: 100, to: 200 })).toBe(1)
  expect(asked.record('a', { from: 110, to: 210 })).toBe(2)
  expect(asked.record('a', { from: 170, to: 310 })).toBe(1)
})

it('counts how often a span is asked about that moves with the clock', () => {
  const asked = new RepeatDetector()
  for (let second = 0; second < 100; second++)
    expect(asked.record('a', { from: second, to: second + 10 })).toBe(second + 1)
})

it('tells long questions apart, and keeps none of their length', () => {
  const asked = new RepeatDetector()
  const span = { from: 0, to: 1 }
  const long = 'message '.repeat(30_000)
  expect(asked.record(`${long}a`, span)).toBe(1)
  expect(asked.record(`${long}b`, span)).toBe(1)
  expect(asked.record(`${long}a`, span)).toBe(2)
  expect(shortKey(`${long}a`).length).toBeLessThan(200)
  expect(shortKey('short')).toBe('short')
})

it('forgets what was asked least lately', () => {
  const asked = new RepeatDetector()
  const span = { from: 0, to: 1 }
  for (let key = 0; key <= 1_000; key++) asked.record(`${key}`, span)
  expect(asked.record('1000', span)).toBe(2)
  expect(asked.record('0', span)).toBe(1)
})
