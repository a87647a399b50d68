import { expect, it } from 'vitest'
import { Asked } from './asked.ts'
import { shortKey } from './short-key.ts'

it('tells a question that is asked again from its next slice', () => {
  const asked = new Asked()
  expect(asked.again('a', { from: 100, to: 200 })).toBe(false)
  expect(asked.again('a', { from: 0, to: 100 })).toBe(false)
  expect(asked.again('b', { from: 100, to: 200 })).toBe(false)
  expect(asked.again('a', { from: 110, to: 210 })).toBe(true)
  expect(asked.again('a', { from: 160, to: 300 })).toBe(false)
})

it('tells long questions apart, and keeps none of their length', () => {
  const asked = new Asked()
  const span = { from: 0, to: 1 }
  const long = 'message '.repeat(30_000)
  expect(asked.again(`${long}a`, span)).toBe(false)
  expect(asked.again(`${long}b`, span)).toBe(false)
  expect(asked.again(`${long}a`, span)).toBe(true)
  expect(shortKey(`${long}a`).length).toBeLessThan(200)
  expect(shortKey('short')).toBe('short')
})

it('forgets what was asked least lately', () => {
  const asked = new Asked()
  const span = { from: 0, to: 1 }
  for (let key = 0; key <= 1_000; key++) asked.again(`${key}`, span)
  expect(asked.again('1000', span)).toBe(true)
  expect(asked.again('0', span)).toBe(false)
})
