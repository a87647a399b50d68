import { expect, test } from 'vitest'
import { emptyAccount, type Read, type Scope } from '../../contract/event-store.ts'
import { eagerRollups } from '../../testing/eager-rollups.ts'
import { newStoreFolder } from '../../testing/empty-store.ts'
import { rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { openEmbeddedStore } from './open.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const start = Date.UTC(2026, 0, 1) / 1000

let ids = 0
function batchOf(rows: number) {
  const content = { host: 'fw-1', program: '', facility: 0, severity: 3, mnemonic: '', type: 1, status: 0 }
  const made = Array.from({ length: rows }, () => {
    const id = ++ids
    return rowsOf({ id, occurrences: [(start + id) * 1_000_000], ...content, message: 'link down', tags: {} })
  })
  return spoolFile(made.flat())
}

test('a file that a process finds stored and is given again is counted once, meanwhile and after a failure', async () => {
  const folder = await newStoreFolder()
  const options = { folder, window: 60, retentionDays: 100_000, log: () => {}, rollups: eagerRollups }
  const [first, last] = [batchOf(5), batchOf(7)]
  const before = await openEmbeddedStore(options)
  await before.append(first, last)
  await before.close()
  const store = await openEmbeddedStore(options)
  const scope: Scope = { from: start, to: start + 100, predicate: { kind: 'const', value: true } }
  const account = emptyAccount()
  const counted = async () => {
    const sort = [{ field: 'last_occurrence', descending: true }] as const
    const [groups, page, moment] = await Promise.all([
      store.groupCounts(scope, { fields: ['host'], ignoreEmpty: false, limit: 10 }, { ...read, account }),
      store.page(scope, { sort, offset: 0, limit: 50 }, read),
      store.page({ ...scope, asOf: store.mark() }, { sort, offset: 0, limit: 50 }, read),
    ])
    await store.rollups.settled()
    return [groups[0]?.count, page.events.length, moment.events.length]
  }
  const given = store.append({ ...first, repeated: true })
  expect(await counted()).toEqual([12, 12, 12])
  await given
  expect(await counted()).toEqual([12, 12, 12])
  await expect(store.append({ ...last, file: `${last.file}.gone`, repeated: true })).rejects.toThrow()
  expect(await counted()).toEqual([12, 12, 12])
  await store.append({ ...last, repeated: true })
  expect(await counted()).toEqual([12, 12, 12])
  // Fails when all counts came from the engine, which would also be equal.
  expect(account.tilesFromMemory).toBeGreaterThan(0)
  await store.close()
})
