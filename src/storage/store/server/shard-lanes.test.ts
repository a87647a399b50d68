import { expect, test } from 'vitest'
import { BatchRefusedError } from '../../../schema/intake/batch-refused.ts'
import type { Server } from '../../clients/server/server.ts'
import type { Shard } from '../../clients/server/topology.ts'
import { ShardLanes } from './shard-lanes.ts'

/** Two shards that take batches, and one without a weight. */
function openLanes() {
  const health = [1, 2, 3].map(() => ({ isUp: true }))
  const shardOf = (number: number, weight: number): Shard => {
    // Lanes only read whether the server answers.
    const server = { health: health[number - 1] } as unknown as Server
    return { number, weight, servers: [server] }
  }
  const [one, two] = [shardOf(1, 1), shardOf(2, 1)]
  let now = 0
  const lanes = new ShardLanes({ shards: [one, two, shardOf(3, 0)] }, () => now)
  const open = () => [one, two].filter(shard => lanes.isOpen(shard)).map(({ number }) => number)
  const at = (time: number) => {
    now = time
  }
  return { ...{ lanes, one, two, health, open, at } }
}

test('a shard is slow from the moment that one of its inserts takes long, until that insert ends', async () => {
  const { lanes, one, two, open, at } = openLanes()
  const [long, short] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const inserts = [lanes.insert(two, () => long.promise), lanes.insert(one, () => short.promise)]
  at(2_000)
  expect([open(), lanes.hasOpen]).toEqual([[1, 2], true])
  short.resolve()
  await inserts[1]
  at(2_001)
  expect([open(), lanes.hasOpen]).toEqual([[1], true])
  const other = Promise.withResolvers<void>()
  const last = lanes.insert(one, () => other.promise)
  at(5_000)
  expect([open(), lanes.hasOpen]).toEqual([[], false])
  for (const { resolve } of [long, other]) resolve()
  await Promise.all([...inserts, last])
  expect([open(), lanes.hasOpen]).toEqual([[1, 2], true])
})

test('a shard that failed is avoided for some seconds, or until an insert succeeds', async () => {
  const { lanes, two, open, at } = openLanes()
  const fail = (error: Error) => lanes.insert(two, () => Promise.reject(error)).catch(() => {})
  await fail(new BatchRefusedError('no rows'))
  expect(open()).toEqual([1, 2])
  await fail(new Error('read-only'))
  expect(open()).toEqual([1])
  at(10_000)
  expect(open()).toEqual([1, 2])
  await fail(new Error('read-only'))
  await lanes.insert(two, async () => {})
  expect(open()).toEqual([1, 2])
})

test('a shard that is down, or gets no batches, is not open', () => {
  const { lanes, health, open } = openLanes()
  for (const one of health.slice(0, 2)) one.isUp = false
  expect([open(), lanes.hasOpen]).toEqual([[], false])
})
