import { expect, test, vi } from 'vitest'
import { emptyAccount, type Scope } from '../store.ts'
import { ordinary, rowsOf, spoolFile } from '../testing/spool-file.ts'
import { openTestStore } from '../testing/test-store.ts'

const start = Date.UTC(2026, 0, 1) / 1000
const day = 86_400

test('counts of a question that is asked again and again are made, however many others are asked a few times', async () => {
  // Somebody asks all the time.
  const store = await openTestStore({ rollups: { minRows: 0, minAsked: 2, quietMs: 500, maxWaitMs: 1_000 } })
  const occurrences = [start * 1_000_000]
  const tags = { user: 'eve' }
  await store.append(
    spoolFile(rowsOf({ id: 1, occurrences, ...ordinary, host: 'fw-1', message: 'login', tags })),
  )
  const scope: Scope = { from: start, to: start + day, predicate: { kind: 'const', value: true } }
  const statementsOf = async (tag: string) => {
    const account = emptyAccount()
    const read = { signal: new AbortController().signal, lane: 'short', timeout: 30, account } as const
    await store.topValues(scope, { field: { tag: [tag] }, ignoreEmpty: true, limit: 9 }, read)
    return account.statements
  }
  let others = 0
  const askOthers = async () => {
    for (let i = 0; i < 12; i++) {
      others++
      for (let times = 0; times < 3; times++) await statementsOf(`tag${others}`)
    }
  }
  await vi.waitFor(
    async () => {
      await askOthers()
      expect(await statementsOf('user')).toBe(0)
    },
    { timeout: 20_000, interval: 1 },
  )
  await store.close()
}, 60_000)
