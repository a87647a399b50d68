import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '../testing/until.ts'
import { TestListeners } from './listen/testing/test-listeners.ts'
import { spoolName } from './spool/spool-name.ts'
import type { IntakeState } from './worker/intake.ts'

let opened: TestListeners
beforeEach(() => {
  opened = new TestListeners()
})
afterEach(() => opened.close())

const bounds = async (): Promise<IntakeState> => (await opened.counters()).state

async function send(word: string, count: number): Promise<void> {
  await opened.send(Array.from({ length: count }, (_, i) => `<13>app: ${word} ${i}\n`).join(''))
  await opened.rows()
}

test('says how many windows of deduplication were closed for want of memory', async () => {
  const dedup = { windowMicros: 60_000_000, maxWindows: 20, maxBytes: 8 * 1024 * 1024 }
  await opened.listen([{ kind: 'syslog-tcp' }], { dedup })
  await send('early', 15)
  expect((await bounds()).windowsEvicted).toBe(0)
  // The newest twenty are open.
  await send('late', 65)
  expect((await bounds()).windowsEvicted).toBe(60)
})

test('says what the store does not have yet, and whether there is room for more', async () => {
  const spool = {
    maxBatchRows: 50_000,
    maxBatchBytes: 32 * 1024 * 1024,
    maxSpoolBytes: 1_000,
    maxKeptFiles: 5,
  }
  await opened.listen([{ kind: 'syslog-tcp' }], { spool })
  expect(await bounds()).toMatchObject({ isOpen: true, spoolBytes: 0, maxSpoolBytes: 1_000 })
  const gate = Promise.withResolvers<void>()
  opened.hold(gate.promise)
  await opened.send(`<13>app: ${'x'.repeat(2_000)}\n`)
  await eventually(async () => (await opened.counters()).received).toBe(1)
  const held = await bounds()
  expect(held.isOpen).toBe(false)
  expect(held.spoolBytes).toBeGreaterThan(2_000)
  gate.resolve()
  await opened.rows()
  expect(await bounds()).toMatchObject({ isOpen: true, spoolBytes: 0 })
})

test('says how many files were removed from where they had been set aside', async () => {
  const spool = path.join(opened.folder, 'spool')
  mkdirSync(path.join(spool, 'broken'), { recursive: true })
  const name = (sequence: number): string => spoolName(sequence, '0123456789ab')
  for (let i = 1; i <= 1_000; i++) writeFileSync(path.join(spool, 'broken', name(i)), '')
  for (const i of [2_000, 2_001]) writeFileSync(path.join(spool, name(i)), 'not rows')
  await opened.listen([])
  expect((await bounds()).quarantineRemoved).toEqual({ broken: 2, refused: 0 })
})
