import { expect, test } from 'vitest'
import { temporaryFolder } from '../../metadata/testing/temporary.ts'
import { Fault } from '../../schema/fault.ts'
import { OfflineState } from './offline-state.ts'
import { SpareIds } from './spare-ids.ts'

const origin = { version: '1', key: 'key', postgres: null, folder: null, blockSize: 10 }
const size = origin.blockSize
const step = 4

/** The counter of a metadata, which gives ids with the remainder 1. */
function counter() {
  let next = 1
  return async (count: number, above: number) => {
    while (next <= above) next += step
    const first = next
    next += count * step
    return first
  }
}

function open(folder: string) {
  const state = new OfflineState(folder, origin, () => {})
  return { state, ids: new SpareIds(state, step) }
}

const away = async () => Promise.reject(new Fault('metadata_unavailable'))
const refuse = async () => Promise.reject(new Error('this node was removed'))

test('blocks rise and never overlap, across kills, with and without the metadata', async () => {
  const folder = temporaryFolder()
  const reserve = counter()
  const given: number[] = []
  for (let run = 0; run < 60; run++) {
    // A new object is what a kill leaves: nothing but the file.
    const { ids } = open(folder)
    if (run % 10 < 3) ids.attach(run % 10 === 1 ? away : reserve)
    given.push(await ids.take(size, 0))
  }
  const blocks = given.map((first, i) => (given[i + 1] ?? Number.POSITIVE_INFINITY) - first)
  expect(Math.min(...blocks)).toBeGreaterThanOrEqual(size * step)
  expect(given.every(first => first % step === 1)).toBe(true)
})

test('a block is off the disk before it is given', async () => {
  const folder = temporaryFolder()
  const { ids } = open(folder)
  ids.attach(counter())
  const first = await ids.take(size, 0)
  const left = open(folder).state.kept.blocks
  expect(left).toHaveLength(16)
  expect(left[0]).toBe(first + size * step)
})

test('ids in use are skipped, and new blocks are above the kept ones although the metadata has forgotten them', async () => {
  const folder = temporaryFolder()
  const { ids, state } = open(folder)
  ids.attach(counter())
  await ids.take(size, 0)
  ids.skipPast(state.kept.blocks[10] ?? 0)
  const kept = [...state.kept.blocks]
  const { ids: restored } = open(folder)
  restored.attach(counter())
  restored.skipPast(kept[10] ?? 0)
  expect(await restored.take(size, 0)).toBe(kept[11])
  const filled = open(folder).state.kept.blocks
  expect(filled.filter(first => !kept.includes(first)).every(first => first > (kept[15] ?? 0))).toBe(true)
  expect(filled).toHaveLength(16)
})

test('without kept blocks it waits for the metadata; a refusal counts with blocks, too', async () => {
  const folder = temporaryFolder()
  const { ids, state } = open(folder)
  const taken = ids.take(size, 100)
  ids.attach(away)
  await expect(taken).rejects.toMatchObject({ code: 'metadata_unavailable' })
  ids.attach(refuse)
  state.write({ blocks: [101] })
  await expect(ids.take(size, 100)).rejects.toThrow('this node was removed')
  const { ids: others } = open(temporaryFolder())
  const later = others.take(size, 100)
  others.attach(counter())
  expect(await later).toBe(101)
})
