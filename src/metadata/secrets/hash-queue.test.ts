import { expect, test } from 'vitest'
import { HashQueue } from './hash-queue.ts'

const stranger = (key: string) => ({ isKnown: false, key })
const known = (key: string) => ({ isKnown: true, key })

/** A hash that lasts until it is released. */
function standing(): { hash: () => Promise<void>; end: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { hash: () => promise, end: resolve }
}

test('two run; parties take turns, and strangers with the known', async () => {
  const queue = new HashQueue()
  const [first, second] = [standing(), standing()]
  const order: string[] = []
  const running = [queue.run(stranger('a'), first.hash), queue.run(stranger('a'), second.hash)]
  const later = [
    ...['a1', 'a2', 'a3', 'b1', 'c1', 'c2'].map(name => ({ name, party: stranger(name.charAt(0)) })),
    ...['k1', 'k2'].map(name => ({ name, party: known('k') })),
  ].map(({ name, party }) => queue.run(party, async () => void order.push(name)))
  first.end()
  await Promise.all(later)
  expect(order).toEqual(['k1', 'a1', 'k2', 'b1', 'c1', 'a2', 'c2', 'a3'])
  second.end()
  await Promise.all(running)
})

test('one party cannot fill the queue, nor all strangers the queue of the known', async () => {
  const queue = new HashQueue()
  const first = standing()
  const started = [queue.run(stranger('a'), first.hash), queue.run(stranger('a'), first.hash)]
  const nothing = () => Promise.resolve()
  const waiting = Array.from({ length: 64 }, () => queue.run(stranger('a'), nothing))
  const refused = { code: 'overloaded', retryAfter: 2 }
  await expect(queue.run(stranger('a'), nothing)).rejects.toMatchObject(refused)
  for (let party = 0; party < 192; party++) waiting.push(queue.run(stranger(`b${party}`), nothing))
  await expect(queue.run(stranger('c'), nothing)).rejects.toMatchObject(refused)
  waiting.push(queue.run(known('k'), nothing))
  first.end()
  await Promise.all([...started, ...waiting])
  await queue.run(stranger('a'), nothing)
})

test('a hash that fails leaves its place', async () => {
  const queue = new HashQueue()
  for (let tried = 0; tried < 3; tried++) {
    await expect(queue.run(known('k'), () => Promise.reject(new Error('no memory')))).rejects.toThrow(
      'no memory',
    )
  }
  await queue.run(known('k'), () => Promise.resolve())
})
