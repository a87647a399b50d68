import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hasRoomForRefused, quarantineFile } from './quarantine.ts'
import { spoolName } from './spool-name.ts'

let spool: string
beforeEach(() => {
  spool = mkdtempSync(path.join(tmpdir(), 'aside-'))
  mkdirSync(path.join(spool, 'broken'))
})
afterEach(() => rmSync(spool, { recursive: true }))

const nameOf = (sequence: number): string => spoolName(sequence, '0123456789ab')

/**
 * Quarantines a file of this size. Returns the sequences that are quarantined afterwards, and the removed
 * ones.
 */
async function aside(sequence: number, bytes: number, bounds: { maxFiles: number; maxBytes: number }) {
  writeFileSync(path.join(spool, nameOf(sequence)), Buffer.alloc(bytes))
  const removed = await quarantineFile(spool, nameOf(sequence), 'broken', bounds)
  expect(readdirSync(spool)).toEqual(['broken'])
  const there = readdirSync(path.join(spool, 'broken'))
  const sequences = [9, 10, 11, 12].filter(one => there.includes(nameOf(one)))
  expect(there).toHaveLength(sequences.length)
  return [sequences, removed]
}

it('keeps a limited number of files, and removes the oldest', async () => {
  const bounds = { maxFiles: 2, maxBytes: 1_000 }
  expect(await aside(9, 10, bounds)).toEqual([[9], []])
  expect(await aside(10, 10, bounds)).toEqual([[9, 10], []])
  expect(await aside(11, 10, bounds)).toEqual([[10, 11], [nameOf(9)]])
})

it('keeps a limited number of bytes, and the newest in any case', async () => {
  const bounds = { maxFiles: 10, maxBytes: 100 }
  expect(await aside(9, 40, bounds)).toEqual([[9], []])
  expect(await aside(10, 60, bounds)).toEqual([[9, 10], []])
  expect(await aside(11, 50, bounds)).toEqual([[11], [nameOf(10), nameOf(9)]])
  expect(await aside(12, 500, bounds)).toEqual([[12], [nameOf(11)]])
})

it('takes a file that is gone for one that has been set aside', async () => {
  expect(await quarantineFile(spool, nameOf(9), 'broken')).toEqual([])
})

it('never removes a file that the store refused: there is no room for more', async () => {
  mkdirSync(path.join(spool, 'refused'))
  const bounds = { maxFiles: 2, maxBytes: 100 }
  const rooms: boolean[] = []
  for (const sequence of [9, 10, 11]) {
    rooms.push(await hasRoomForRefused(spool, 40, bounds))
    writeFileSync(path.join(spool, nameOf(sequence)), Buffer.alloc(40))
    expect(await quarantineFile(spool, nameOf(sequence), 'refused', bounds)).toEqual([])
  }
  expect(rooms).toEqual([true, true, false])
  expect(readdirSync(path.join(spool, 'refused'))).toHaveLength(3)
})

it('has room for one refused file of any size, and for none that is too large beside others', async () => {
  mkdirSync(path.join(spool, 'refused'))
  const bounds = { maxFiles: 10, maxBytes: 100 }
  expect(await hasRoomForRefused(spool, 500, bounds)).toBe(true)
  writeFileSync(path.join(spool, 'refused', nameOf(9)), Buffer.alloc(60))
  expect([await hasRoomForRefused(spool, 40, bounds), await hasRoomForRefused(spool, 41, bounds)]).toEqual([
    true,
    false,
  ])
})
