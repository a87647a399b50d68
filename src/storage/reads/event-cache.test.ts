import { expect, test } from 'vitest'
import type { StoredEvent } from '../../schema/event.ts'
import { EventCache } from './event-cache.ts'

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
  message,
  tags: { site: 'north' },
})

test('forgets first what was used least lately', () => {
  const contents = new EventCache(2 * 520)
  for (const id of [1, 2]) contents.keep(event(id))
  expect(contents.get(1)).toEqual(event(1))
  contents.keep(event(3))
  expect([1, 2, 3].map(id => contents.get(id)?.id)).toEqual([1, undefined, 3])
})

test('does not keep what is larger than its bound', () => {
  const contents = new EventCache(2_000)
  contents.keep(event(1, 'x'.repeat(5_000)))
  expect(contents.get(1)).toBeUndefined()
  contents.keep(event(2))
  expect(contents.get(2)).toEqual(event(2))
})

test('counts an event once that is kept again', () => {
  const contents = new EventCache(2 * 520)
  for (let i = 0; i < 10; i++) contents.keep(event(1))
  contents.keep(event(2))
  expect([1, 2].map(id => contents.get(id)?.id)).toEqual([1, 2])
})
