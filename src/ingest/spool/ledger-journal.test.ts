import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Account } from '../ledger/account.ts'
import { LedgerJournal } from './ledger-journal.ts'

test('counts are read as earlier versions wrote them', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'journal-'))
  const file = path.join(folder, 'ledger.log')
  const account = new Account('syslog_tcp')
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
