import { once } from 'node:events'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OwnNode } from '../nodes/nodes.ts'
import { startChild } from '../testing/child.ts'
import { isInFiles, postgresOf } from '../testing/postgres.ts'
import { openTemporaryMetadata, temporaryFolder } from '../testing/temporary.ts'
import type { EventIdBlocks, IdBlock } from './event-id-blocks.ts'

test('blocks begin at 1, follow each other and have the size that was asked for', async () => {
  const { metadata } = await openTemporaryMetadata()
  let next = 1
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 32 }), async size => {
      const block = await metadata.eventIds.reserveBlock(size)
      expect(block).toEqual({ first: next, last: next + size - 1 })
      next += size
    }),
    { numRuns: 100 },
  )
})

test('blocks asked for at once are different blocks', async () => {
  const { metadata } = await openTemporaryMetadata()
  const blocks = await Promise.all(Array.from({ length: 20 }, () => metadata.eventIds.reserveBlock(10)))
  expect(new Set(blocks.map(block => block.first)).size).toBe(20)
})

test.each([0, -1, 1.5, 2 ** 32 + 1, Number.NaN])('a block of %d is refused', async size => {
  const { metadata } = await openTemporaryMetadata()
  await expect(metadata.eventIds.reserveBlock(size)).rejects.toThrow(
    'a block of event ids has 1 to 4294967296 ids',
  )
})

test('the last id is 2^53 - 2', async () => {
  const { metadata } = await openTemporaryMetadata()
  await metadata.eventIds.skipPast(2 ** 53 - 5)
  expect(await metadata.eventIds.reserveBlock(2)).toEqual({ first: 2 ** 53 - 4, last: 2 ** 53 - 3 })
  await expect(metadata.eventIds.reserveBlock(2)).rejects.toThrow('the event ids are used up')
  expect(await metadata.eventIds.reserveBlock(1)).toEqual({ first: 2 ** 53 - 2, last: 2 ** 53 - 2 })
})

test('ids that are taken are skipped, never given again', async () => {
  const { metadata } = await openTemporaryMetadata()
  await metadata.eventIds.skipPast(100)
  await metadata.eventIds.skipPast(50)
  expect(await metadata.eventIds.reserveBlock(1)).toEqual({ first: 101, last: 101 })
})

test('two nodes never give the same id, whatever the database has lost; each gives rising ids', async () => {
  const { metadata, folder } = await openTemporaryMetadata()
  const { eventIds: ofOne, nodes, db } = metadata
  const ofOther = (await openTemporaryMetadata({ folder })).metadata.eventIds
  // Ids that a single service has used, before there were nodes.
  await ofOne.skipPast(5_000)
  const [one, other] = [await nodes.claim('a', 'berlin'), await nodes.claim('b', 'paris')]
  const ids: number[] = []
  const reserve = async (blocks: EventIdBlocks, node: OwnNode) => {
    const { first, last } = await blocks.reserveBlock(3, 0, node)
    expect(last).toBe(first + 2 * 1_024)
    for (let id = first; id <= last; id += 1_024) ids.push(id)
    return first
  }
  const first = await reserve(ofOne, one)
  expect(first).toBe(5 * 1_024 + one.remainder)
  // A failover to a replica that was behind.
  await db.updateTable('nodes').set({ next_event_id: null }).execute()
  await reserve(ofOther, other)
  await reserve(ofOne, one)
  await ofOther.skipPast(1_000_000, other)
  expect(await reserve(ofOther, other)).toBeGreaterThan(1_000_000)
  await db.updateTable('nodes').set({ next_event_id: null }).execute()
  await reserve(ofOther, other)
  await reserve(ofOne, one)
  expect(new Set(ids).size).toBe(18)
  const mine = ids.filter(id => id % 1_024 === one.remainder)
  expect(mine).toEqual(mine.toSorted((a, b) => a - b))
  const end = 2 ** 53 - 1
  await ofOne.skipPast(end - 3 * 1_024, one)
  await expect(ofOne.reserveBlock(3, 0, one)).rejects.toThrow('the event ids are used up')
})

test('a node that was removed, or that the database has lost, gets no ids: another one may have its remainder', async () => {
  const { eventIds, nodes } = (await openTemporaryMetadata()).metadata
  const node = await nodes.claim('a', 'berlin')
  await eventIds.reserveBlock(1, 0, node)
  await nodes.remove('berlin')
  const refused = () => expect(eventIds.reserveBlock(1, 0, node)).rejects.toThrow('This node was removed')
  await refused()
  await nodes.claim('a', 'berlin')
  await refused()
})

test('no id is handed out twice although the process is killed again and again', async () => {
  const folder = temporaryFolder()
  const place = JSON.stringify({ folder, postgres: await postgresOf(folder) })
  const handedOut: IdBlock[] = []
  const lives = isInFiles ? 5 : 2
  for (let life = 1; life <= lives; life++) {
    const child = startChild(new URL('../testing/reserve-ids.ts', import.meta.url), place)
    const enough = handedOut.length + 5 * life
    const ended = once(child.lines, 'close')
    await new Promise<void>(resolve => {
      child.lines.on('line', line => {
        const [first, last] = line.split(' ').map(Number)
        if (first !== undefined && last !== undefined) handedOut.push({ first, last })
        if (handedOut.length >= enough) resolve()
      })
    })
    await child.kill()
    await ended
  }
  const { metadata } = await openTemporaryMetadata({ folder })
  handedOut.push(await metadata.eventIds.reserveBlock(1))
  expect(handedOut.length).toBeGreaterThan((5 * lives * lives) / 2)
  let last = 0
  for (const block of handedOut) {
    expect(block.first).toBeGreaterThan(last)
    last = block.last
  }
})
