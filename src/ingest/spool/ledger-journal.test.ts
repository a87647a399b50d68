import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { LedgerAccount } from '../ledger/account.ts'
import { encodeLine } from './checksummed-lines.ts'
import { LedgerJournal } from './ledger-journal.ts'

test('counts are read as earlier versions wrote them', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'journal-'))
  const file = path.join(folder, 'ledger.log')
  const account = new LedgerAccount('syslog_tcp')
  account.tooOld = 2
  account.isUnsaved = true
  const journal = new LedgerJournal(file)
  journal.save([account])
  journal.close()
  expect(readFileSync(file, 'utf8')).toContain('"outOfTime":2')
  const reopened = new LedgerJournal(file)
  expect(reopened.totals).toEqual(new Map([['syslog_tcp', account.totals()]]))
  reopened.close()
  rmSync(folder, { recursive: true })
})

test('since when files are settled is known after a start, also of one that an earlier version settled, once it is again', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'journal-'))
  const file = path.join(folder, 'ledger.log')
  const names = ['new', 'old', 'owed']
  const before = new LedgerJournal(file)
  before.commit(names.map(name => ({ name, bytes: 1, crc: 1, manifest: [] })))
  before.settle('new', [], 1_000)
  before.close()
  appendFileSync(file, encodeLine({ settled: ['old'] }))
  const timesOf = (journal: LedgerJournal) =>
    names.map(name => [journal.isSettled(name), journal.settledAt(name)])
  // Each line exceeds the bound, so all of them are compacted.
  const journal = new LedgerJournal(file, 1)
  expect(timesOf(journal)).toEqual([
    [true, 1_000],
    [true, undefined],
    [false, undefined],
  ])
  journal.settle('new', [], 2_000)
  journal.commit([{ name: 'next', bytes: 1, crc: 1, manifest: [] }])
  journal.close()
  const compacted = new LedgerJournal(file, 1)
  expect(timesOf(compacted)).toEqual(timesOf(journal))
  compacted.settle('old', [], 3_000)
  compacted.close()
  const after = new LedgerJournal(file)
  expect(after.settledAt('old')).toBe(3_000)
  after.close()
  rmSync(folder, { recursive: true })
})
