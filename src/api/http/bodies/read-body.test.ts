import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type BodyBounds, BodyBudget, readBody } from './read-body.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const plenty = new BodyBudget(1e9, 1e9).roomOf('ann')

/** A body that is being read. */
function reading(bounds: Partial<BodyBounds> = {}, room = plenty) {
  const stream = new PassThrough()
  // The parts of a request that readBody reads.
  const request = Object.assign(stream, { headers: {} }) as unknown as IncomingMessage
  const body = readBody(request, { maxBytes: 1_000_000, minRate: 0, ...bounds }, room)
  const code = body.then(
    () => 'read',
    error => error.code,
  )
  return { stream, body, code }
}

test('a body that comes too slowly is refused after ten seconds', async () => {
  const { stream, code } = reading({ minRate: 100 })
  stream.write('x'.repeat(999))
  vi.advanceTimersByTime(9_000)
  expect(stream.isPaused()).toBe(false)
  vi.advanceTimersByTime(1_000)
  expect(await code).toBe('request_timeout')
  expect(stream.isPaused()).toBe(true)
})

test('a body that comes at the minimum rate is read, no matter how long that takes', async () => {
  const { stream, body } = reading({ minRate: 100 })
  for (let seconds = 0; seconds < 100; seconds++) {
    stream.write('x'.repeat(100))
    vi.advanceTimersByTime(1_000)
  }
  stream.end()
  expect((await body).bytes.length).toBe(10_000)
  expect(vi.getTimerCount()).toBe(0)
})

test('a body that must be complete in time is refused at any rate', async () => {
  const { stream, code } = reading({ maxSeconds: 10 })
  stream.write('x'.repeat(500_000))
  vi.advanceTimersByTime(10_000)
  expect(await code).toBe('request_timeout')
})

test('bodies that wait have room together, one sender a part of it', async () => {
  const budget = new BodyBudget(100, 60)
  const ann = budget.roomOf('ann')
  expect([ann.tryAcquire(60), ann.tryAcquire(1)]).toEqual([true, false])
  const bob = budget.roomOf('bob')
  expect([bob.tryAcquire(41), bob.tryAcquire(40)]).toEqual([false, true])
  const carl = budget.roomOf('carl')
  expect(carl.tryAcquire(1)).toBe(false)
  ann.release(60)
  expect([carl.tryAcquire(60), budget.roomOf('ann').tryAcquire(1)]).toEqual([true, false])
})

test('a body without room is refused, and returns what it had', async () => {
  const budget = new BodyBudget(100, 60)
  const { stream, code } = reading({}, budget.roomOf('ann'))
  stream.write('x'.repeat(60))
  stream.write('x')
  expect(await code).toBe('overloaded')
  expect(budget.roomOf('ann').tryAcquire(60)).toBe(true)
})
