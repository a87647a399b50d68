import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { IdempotencyLog } from './idempotency-log.ts'
import { LedgerJournal } from './ledger-journal.ts'

const many = 300
/** Much less than this many lines need. */
const compactAboveBytes = 1_000

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'log-'))
  file = path.join(folder, 'some.log')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Counts how often the file was rewritten. */
function countRewrites() {
  let inode = 0
  let rewrites = -1
  return () => {
    const { ino } = statSync(file)
    if (ino !== inode) rewrites++
    inode = ino
    return rewrites
  }
}

test('a journal with many files in the spool is rewritten when it has doubled, not with each commit', () => {
  const rewrites = countRewrites()
  const journal = new LedgerJournal(file, compactAboveBytes)
  const name = (at: number) => `${String(at).padStart(16, '0')}.rb`
  for (let at = 0; at < many; at++) {
    journal.commit([{ name: name(at), bytes: at, crc: at, manifest: [] }])
    rewrites()
  }
  expect(rewrites()).toBeGreaterThan(2)
  expect(rewrites()).toBeLessThan(12)
  journal.close()
  const reopened = new LedgerJournal(file)
  for (let at = 0; at < many; at++) expect(reopened.find(name(at))?.bytes).toBe(at)
  reopened.close()
})

test('so is the log of many keys', async () => {
  const rewrites = countRewrites()
  const now = Date.now()
  const log = await IdempotencyLog.open(file, now, compactAboveBytes)
  for (let at = 0; at < many; at++) {
    const answers = [{ key: `key ${at}`, digest: 'd', at: now, accepted: at, tooOld: 0 }]
    await log.compactIfDue()
    await log.append(answers, [`${at}.rb`])
    log.remember(answers)
    rewrites()
  }
  expect(rewrites()).toBeGreaterThan(2)
  expect(rewrites()).toBeLessThan(12)
  await log.close()
  const reopened = await IdempotencyLog.open(file, now)
  for (let at = 0; at < many; at++) expect(reopened.find(`key ${at}`)?.accepted).toBe(at)
  await reopened.close()
})
