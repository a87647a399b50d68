import { expect, test } from 'vitest'
import type { SpoolBatch } from '../../../schema/event/row.ts'
import type { Shard } from '../../clients/server/topology.ts'
import { spoolFile } from '../../testing/spool-file.ts'
import { BatchShards } from './batch-shards.ts'

const shards: readonly Shard[] = [1, 2, 3].map(number => ({ number, weight: number - 1, servers: [] }))
const batch = (sequence: number, repeated = false): SpoolBatch => ({ ...spoolFile([]), sequence, repeated })

function choosing({
  down = [] as number[],
  slow = [] as number[],
  found = undefined as number | undefined,
} = {}) {
  const asked: number[] = []
  const chosen = new BatchShards({
    shards: () => shards,
    isUp: ({ number }) => !down.includes(number),
    isOpen: ({ number }) => !slow.includes(number),
    async find({ sequence }) {
      asked.push(sequence)
      return shards.find(({ number }) => number === found)
    },
  })
  const numbers = async (...batches: SpoolBatch[]) =>
    await Promise.all(batches.map(async of => (chosen.choose(of) ?? (await chosen.find(of))).number))
  return { chosen, asked, down, slow, numbers }
}

test('batches are spread by weight', async () => {
  const { numbers, asked } = choosing()
  expect(await numbers(...[0, 3, 6, 9, 12, 15].map(sequence => batch(sequence)))).toEqual([2, 3, 3, 2, 3, 3])
  expect(asked).toEqual([])
})

test('a batch that was not sent may go elsewhere, one that was stays', async () => {
  const { chosen, down, numbers } = choosing()
  expect(await numbers(batch(1))).toEqual([2])
  down.push(2)
  expect(await numbers(batch(1, true))).toEqual([3])
  const [, second] = shards
  if (second === undefined) throw new Error('no second shard')
  chosen.sent(batch(1), second)
  expect(await numbers(batch(1, true))).toEqual([2])
  chosen.stored(batch(1))
  expect(await numbers(batch(1))).toEqual([3])
})

test('a slow shard gets new batches only while the others are slow or down too', async () => {
  const { down, slow, numbers } = choosing({ slow: [3] })
  expect(await numbers(...[1, 2, 3].map(sequence => batch(sequence)))).toEqual([2, 2, 2])
  down.push(2)
  expect(await numbers(batch(4))).toEqual([3])
  down.pop()
  slow.push(2)
  expect(new Set(await numbers(...[5, 6, 7].map(sequence => batch(sequence))))).toEqual(new Set([2, 3]))
})

test('a repetition of another process goes where its rows are, also where nothing new goes', async () => {
  const { numbers, asked } = choosing({ found: 1 })
  expect(await numbers(batch(4, true), batch(4))).toEqual([1, 2])
  expect(asked).toEqual([4])
})
