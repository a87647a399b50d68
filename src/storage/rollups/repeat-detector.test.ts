import { expect, it } from 'vitest'
import { RepeatDetector, shortKey } from './repeat-detector.ts'

it('tells a question that is asked again from its next slice', () => {
  const asked = new RepeatDetector()
  expect(asked.record('a', { from: 100, to: 200 })).toBe(false)
  expect(asked.record('a', { from: 0, to: 100 })).toBe(false)
  expect(asked.record('b', { from: 100, to: 200 })).toBe(false)
  expect(asked.record('a', { from: 110, to: 210 })).toBe(true)
  expect(asked.record('a', { from: 160, to: 300 })).toBe(false)
})

it('tells long questions apart, and keeps none of their length', () => {
  const asked = new RepeatDetector()
  const span = { from: 0, to: 1 }
  const long = 'message '.repeat(30_000)
  expect(asked.record(`${long}a`, span)).toBe(false)
  expect(asked.record(`${long}b`, span)).toBe(false)
  expect(asked.record(`${long}a`, span)).toBe(true)
  expect(shortKey(`${long}a`).length).toBeLessThan(200)
  expect(shortKey('short')).toBe('short')
})

it('forgets what was asked least lately', () => {
  const asked = new RepeatDetector()
  const span = { from: 0, to: 1 }
  for (let key = 0; key <= 1_000; key++) asked.record(`${key}`, span)
  expect(asked.record('1000', span)).toBe(true)
  expect(asked.record('0', span)).toBe(false)
})
