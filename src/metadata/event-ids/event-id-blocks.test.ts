import { once } from 'node:events'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startChild } from '../testing/child.ts'
import { isInFiles, postgresOf } from '../testing/postgres.ts'
import { openTemporaryMetadata, temporaryFolder } from '../testing/temporary.ts'
import type { IdBlock } from './event-id-blocks.ts'

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
