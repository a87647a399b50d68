import { expect, test } from 'vitest'
import { BatchRefusedError } from '../../../schema/intake/batch-refused.ts'
import type { Server } from '../../clients/server/server.ts'
import type { Shard } from '../../clients/server/topology.ts'
import { ShardInserts } from './shard-inserts.ts'

/** Two shards that take batches, and one without a weight. */
function openShardInserts() {
  const health = [1, 2, 3].map(() => ({ isUp: true }))
  const shardOf = (number: number, weight: number): Shard => {
    // ShardInserts only reads whether the server answers.
    const server = { health: health[number - 1] } as unknown as Server
    return { number, weight, servers: [server] }
  }
  const [one, two] = [shardOf(1, 1), shardOf(2, 1)]
  let now = 0
  const shardInserts = new ShardInserts({ shards: [one, two, shardOf(3, 0)] }, () => now)
  const open = () => [one, two].filter(shard => shardInserts.isOpen(shard)).map(({ number }) => number)
  const at = (time: number) => {
    now = time
  }
  return { ...{ shardInserts, one, two, health, open, at } }
}

test('a shard is slow from the moment that one of its inserts takes long, until that insert ends', async () => {
  const { shardInserts, one, two, open, at } = openShardInserts()
  const [long, short] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = [shardInserts.insert(two, () => long.promise), shardInserts.insert(one, () => short.promise)]
  at(2_000)
  expect([open(), shardInserts.hasOpen]).toEqual([[1, 2], true])
  short.resolve()
  await first[1]
  at(2_001)
  expect([open(), shardInserts.hasOpen]).toEqual([[1], true])
  const other = Promise.withResolvers<void>()
  const last = shardInserts.insert(one, () => other.promise)
  at(5_000)
  expect([open(), shardInserts.hasOpen]).toEqual([[], false])
  for (const { resolve } of [long, other]) resolve()
  await Promise.all([...first, last])
  expect([open(), shardInserts.hasOpen]).toEqual([[1, 2], true])
})

test('a shard that failed is avoided for some seconds, or until an insert succeeds', async () => {
  const { shardInserts, two, open, at } = openShardInserts()
  const fail = (error: Error) => shardInserts.insert(two, () => Promise.reject(error)).catch(() => {})
  await fail(new BatchRefusedError('no rows'))
  expect(open()).toEqual([1, 2])
  await fail(new Error('read-only'))
  expect(open()).toEqual([1])
  at(10_000)
  expect(open()).toEqual([1, 2])
  await fail(new Error('read-only'))
  await shardInserts.insert(two, async () => {})
  expect(open()).toEqual([1, 2])
})

test('a shard that is down, or gets no batches, is not open', () => {
  const { shardInserts, health, open } = openShardInserts()
  for (const one of health.slice(0, 2)) one.isUp = false
  expect([open(), shardInserts.hasOpen]).toEqual([[], false])
})
