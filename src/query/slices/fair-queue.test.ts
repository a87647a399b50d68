import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FairQueue, type QueuedWork } from './fair-queue.ts'

const never = new AbortController().signal
const want = (user: number, also: Partial<QueuedWork> = {}): QueuedWork => ({
  user,
  lane: 'long',
  signal: never,
  refusable: true,
  ...also,
})

/** Lanes with one slot each, and a way to take turns whose ends the test decides. */
function oneSlot(maxWaitingPerUser = 50) {
  const fairQueue = new FairQueue({ shortSlots: 1, longSlots: 1, maxWaitingPerUser })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const take = (name: string, wanted: QueuedWork) =>
    fairQueue.run(wanted, async () => {
      begun.push(name)
      await new Promise<void>(resolve => ends.set(name, resolve))
    })
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.()
    await new Promise(resolve => setImmediate(resolve))
  }
  return { fairQueue, begun, take, end }
}

test('work begins at once, in the very call, while there is room', () => {
  const { begun, take } = oneSlot()
  void take('a', want(1))
  void take('b', want(1, { lane: 'short' }))
  expect(begun).toEqual(['a', 'b'])
})

test('users take turns, each with its own in order', async () => {
  const { begun, take, end } = oneSlot()
  for (const name of ['a1', 'a2', 'a3', 'a4']) void take(name, want(1))
  for (const name of ['b1', 'b2']) void take(name, want(2))
  void take('c1', want(3))
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) {
    expect(begun.at(-1)).toBe(name)
    await end(name)
  }
})

test('no more run at once than the lane has slots', async () => {
  const fairQueue = new FairQueue({ shortSlots: 3, longSlots: 2, maxWaitingPerUser: 50 })
  let running = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++running)
    await new Promise(resolve => setImmediate(resolve))
    running--
  }
  await Promise.all(Array.from({ length: 40 }, (_, i) => fairQueue.run(want(i % 3), work)))
  expect({ most, running }).toEqual({ most: 2, running: 0 })
})

test('one user waits in a bounded line, of which the others see nothing', async () => {
  const { take, end, begun } = oneSlot(2)
  void take('a1', want(1))
  void take('a2', want(1))
  void take('a3', want(1))
  await expect(take('a4', want(1))).rejects.toMatchObject({ code: 'throttled', retryAfter: 1 })
  void take('b1', want(2))
  void take('a5', want(1, { refusable: false }))
  for (const name of ['a1', 'a2', 'b1', 'a3', 'a5']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a5'])
})

test('a waiting query knows which turn from now is its own', async () => {
  const { fairQueue, take, end } = oneSlot()
  const stops = new Map<string, AbortController>()
  const queue = (name: string, user: number) => {
    const stop = new AbortController()
    stops.set(name, stop)
    take(name, want(user, { signal: stop.signal })).catch(() => {})
  }
  const positions = () =>
    Object.fromEntries([...stops].map(([name, { signal }]) => [name, fairQueue.positionOf(signal)]))
  for (const name of ['a1', 'a2', 'a3', 'a4']) queue(name, 1)
  for (const name of ['b1', 'b2']) queue(name, 2)
  queue('c1', 3)
  expect(positions()).toEqual({ a1: undefined, a2: 1, b1: 2, c1: 3, a3: 4, b2: 5, a4: 6 })
  await end('a1')
  expect(positions()).toEqual({ a1: undefined, a2: undefined, b1: 1, c1: 2, a3: 3, b2: 4, a4: 5 })
  stops.get('c1')?.abort(new Error('no longer wanted'))
  expect(positions()).toMatchObject({ b1: 1, c1: undefined, a3: 2, b2: 3, a4: 4 })
})

test('positions are the order in which turns begin, whoever waits for how many', async () => {
  const anyUsers = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 12 })
  const holds = fc.asyncProperty(anyUsers, async users => {
    const { fairQueue, begun, take, end } = oneSlot()
    const signals = users.map(() => new AbortController().signal)
    for (const [i, user] of users.entries()) void take(String(i), want(user, { signal: signals[i] ?? never }))
    const told = signals.map((signal, i) => ({
      name: String(i),
      position: fairQueue.positionOf(signal) ?? 0,
    }))
    for (let ended = 0; ended < users.length; ended++) await end(begun[ended] ?? '')
    expect(begun).toEqual(told.sort((a, b) => a.position - b.position).map(({ name }) => name))
  })
  await fc.assert(holds, { numRuns: 100 })
})

test('turns of one user that last leave a slot to others, and hold up nothing else', async () => {
  const fairQueue = new FairQueue({ shortSlots: 1, longSlots: 2, maxWaitingPerUser: 50 })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const take = (name: string, wanted: Partial<QueuedWork>) => {
    const work = () => new Promise<void>(resolve => begun.push(name) && ends.set(name, resolve))
    void fairQueue.run(want(1, wanted), work)
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(resolve => setImmediate(resolve))
  }
  take('a lasting', { longRunning: true })
  take('a lasting too', { longRunning: true })
  take('a brief', {})
  expect(begun).toEqual(['a lasting', 'a brief'])
  await end('a brief')
  take('b lasting', { user: 2, longRunning: true })
  take('a brief again', {})
  expect(begun).toEqual(['a lasting', 'a brief', 'b lasting'])
  await end('b lasting')
  expect(begun.at(-1)).toBe('a brief again')
  await end('a lasting')
  expect(begun.at(-1)).toBe('a lasting too')
  take('with one slot', { lane: 'short', longRunning: true })
  expect(begun.at(-1)).toBe('with one slot')
})

test('final work of an answer comes before work that has not begun, in order, and takes no turn of others', async () => {
  const { take, end, begun } = oneSlot()
  void take('a1', want(1))
  void take('a2', want(1))
  void take('a1 end', want(1, { isFinal: true }))
  void take('b1', want(2))
  void take('a0 end', want(1, { isFinal: true }))
  for (const name of ['a1', 'a1 end', 'b1', 'a0 end', 'a2']) await end(name)
  expect(begun).toEqual(['a1', 'a1 end', 'b1', 'a0 end', 'a2'])
})

test('a query that stops waiting gives the turn to the next', async () => {
  const { take, end, begun } = oneSlot()
  const stop = new AbortController()
  void take('a1', want(1))
  const left = take('a2', want(1, { signal: stop.signal }))
  void take('b1', want(2))
  stop.abort(new Error('no longer wanted'))
  await expect(left).rejects.toThrow('no longer wanted')
  await end('a1')
  expect(begun).toEqual(['a1', 'b1'])
})

/** A turn that waits until the test lets it continue. */
function pausing(fairQueue: FairQueue, begun: string[], name: string, wanted: QueuedWork, parts = 1) {
  const elsewhere = Promise.withResolvers<void>()
  const done = fairQueue.run(wanted, async ({ withoutSlot }) => {
    begun.push(name)
    await Promise.all(Array.from({ length: parts }, () => withoutSlot(elsewhere.promise)))
    begun.push(`${name} goes on`)
  })
  return { done, goOn: elsewhere.resolve, fail: elsewhere.reject }
}

test('a query that waits for something else lends its slot, and resumes before what its user has not begun', async () => {
  const { fairQueue, take, end, begun } = oneSlot()
  const a = pausing(fairQueue, begun, 'a1', want(1), 3)
  void take('b1', want(2))
  void take('a2', want(1))
  a.goOn()
  await new Promise(resolve => setImmediate(resolve))
  expect(begun).toEqual(['a1', 'b1'])
  await end('b1')
  expect(begun).toEqual(['a1', 'b1', 'a1 goes on', 'a2'])
  await a.done
})

test('a slot that was lent is not taken again by what was stopped or has failed', async () => {
  const { fairQueue, take, end, begun } = oneSlot()
  const stop = new AbortController()
  const stopped = pausing(fairQueue, begun, 'stopped', want(1, { signal: stop.signal }))
  const failed = pausing(fairQueue, begun, 'failed', want(1), 2)
  void take('b1', want(2))
  stopped.goOn()
  await new Promise(resolve => setImmediate(resolve))
  stop.abort(new Error('nobody wants it'))
  await expect(stopped.done).rejects.toThrow('nobody wants it')
  failed.fail(new Error('not there'))
  await expect(failed.done).rejects.toThrow('not there')
  await end('b1')
  void take('b2', want(2))
  await end('b2')
  void take('b3', want(2))
  expect(begun).toEqual(['stopped', 'failed', 'b1', 'b2', 'b3'])
})

test('a query that waits for something else counts as waiting', async () => {
  const { fairQueue, begun } = oneSlot(2)
  const waiting = ['a1', 'a2'].map(name => pausing(fairQueue, begun, name, want(1)))
  await expect(fairQueue.run(want(1), async () => {})).rejects.toMatchObject({ code: 'throttled' })
  await fairQueue.run(want(2), async () => {})
  for (const { goOn } of waiting) goOn()
  await Promise.all(waiting.map(({ done }) => done))
  await fairQueue.run(want(1), async () => {})
})

test('work that fails gives its slot back', async () => {
  const fairQueue = new FairQueue({ shortSlots: 1, longSlots: 1, maxWaitingPerUser: 0 })
  const fail = () => fairQueue.run(want(1), () => Promise.reject(new Error('no')))
  await expect(fail()).rejects.toThrow('no')
  await expect(fail()).rejects.toThrow('no')
})
