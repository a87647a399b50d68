import { expect, test } from 'vitest'
import type { StoredEvent } from '../../schema/event.ts'
import { eventCache } from './event-cache.ts'

const event = (id: number, message = 'm'): StoredEvent => ({
  id,
  ts: 1,
  last: 1,
  counter: 1,
  host: 'h',
  program: 'p',
  facility: 1,
  severity: 6,
  mnemonic: '',
  type: 1,
  status: 0,
  triggers: [],
  message,
  tags: { site: 'north' },
})

test('forgets first what was used least lately', () => {
  const cache = eventCache(2 * 520)
  for (const id of [1, 2]) cache.set(id, event(id))
  expect(cache.get(1)).toEqual(event(1))
  cache.set(3, event(3))
  expect([1, 2, 3].map(id => cache.get(id)?.id)).toEqual([1, undefined, 3])
})

test('does not keep what is larger than its bound', () => {
  const cache = eventCache(2_000)
  cache.set(1, event(1, 'x'.repeat(5_000)))
  expect(cache.get(1)).toBeUndefined()
  cache.set(2, event(2))
  expect(cache.get(2)).toEqual(event(2))
})

test('counts an event once that is kept again', () => {
  const cache = eventCache(2 * 520)
  for (let i = 0; i < 10; i++) cache.set(1, event(1))
  cache.set(2, event(2))
  expect([1, 2].map(id => cache.get(id)?.id)).toEqual([1, 2])
})
