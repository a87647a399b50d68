import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { BatchRefusedError } from '../../../schema/intake/batch-refused.ts'
import { isDeep } from '../../../testing/depth.ts'
import { eventually } from '../../../testing/until.ts'
import { isLocked } from '../../clients/engine/engine.ts'
import { eventsIn } from '../../clients/row-binary/event-bytes.ts'
import type { Read } from '../../contract/event-store.ts'
import { text } from '../../sql/literal.ts'
import { storeContract } from '../../testing/contract.ts'
import { newStoreFolder } from '../../testing/empty-store.ts'
import { rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { openEmbeddedStore } from './open.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }
const options = () => ({
  folder: mkdtempSync(path.join(tmpdir(), 'millrace-store-')),
  window: 60,
  retentionDays: 100_000,
  log: () => {},
})

storeContract('the embedded store', async () =>
  openEmbeddedStore({ ...options(), folder: await newStoreFolder() }),
)

test('text of any kind reaches the engine as it is', async () => {
  const store = await openEmbeddedStore(options())
  const samples = ["it's", '\\', '\\\\n', 'a\u0000b\u001f\u007f', '\n\t\r', '日本 😀', '$$%s{p}`"', "');--"]
  for (const sample of samples) {
    const rows = await store.client.select(`SELECT hex(${text(sample)})`, read)
    expect(rows[0]?.[0]).toBe(Buffer.from(sample).toString('hex').toUpperCase())
  }
  await store.close()
})

test('a second process on the same folder is refused', async () => {
  const shared = options()
  const store = await openEmbeddedStore(shared)
  const refusal = await openEmbeddedStore(shared).then(
    () => undefined,
    error => error,
  )
  expect(isLocked(refusal)).toBe(true)
  await store.close()
})

test('a killed engine is started again and answers the read that was under way', async () => {
  const store = await openEmbeddedStore(options())
  const slow = store.client.select('SELECT count() FROM numbers(6000000) WHERE sipHash64(number) = 1', read)
  process.kill(store.engine.pid ?? 0, 'SIGKILL')
  expect(await slow).toEqual([[0]])
  await store.close()
})

test('a statement that ends the engine twice is refused; statements beside it are answered, and inserts continue', async () => {
  const store = await openEmbeddedStore(options())
  const endless = 'SELECT count() FROM numbers(100000000000) WHERE sipHash64(number) = 1'
  const runs = `SELECT count() FROM system.processes WHERE query LIKE '%sipHash64%' AND query NOT LIKE '%processes%'`
  const killWhenItRuns = async () => {
    await eventually(() => store.client.select(runs, read)).toEqual([[1]])
    process.kill(store.engine.pid ?? 0, 'SIGKILL')
  }
  const refused = expect(store.client.select(endless, read)).rejects.toMatchObject({
    code: 'query_quarantined',
  })
  const beside = store.client.select('SELECT count() FROM numbers(600000000) WHERE number = 1', {
    ...read,
    lane: 'long',
  })
  await killWhenItRuns()
  await killWhenItRuns()
  await refused
  expect(await beside).toEqual([[1]])
  await expect(store.client.select(endless, read)).rejects.toMatchObject({ code: 'query_quarantined' })
  await store.append(spoolFile([]))
  await store.close()
})

test('a read that waits for a new engine process stops with its signal', async () => {
  const store = await openEmbeddedStore(options())
  const stop = new AbortController()
  process.kill(store.engine.pid ?? 0, 'SIGKILL')
  await eventually(() => store.ready).toBe(false)
  const reads = [
    store.client.select('SELECT 1', { ...read, signal: stop.signal }),
    store.client
      .chunks('SELECT 1', { ...read, signal: stop.signal }, 1)
      [Symbol.asyncIterator]()
      .next(),
  ]
  stop.abort(new Error('stopped'))
  for (const one of reads) await expect(one).rejects.toThrow('stopped')
  expect(store.ready).toBe(false)
  await store.close()
})

test('events are read on where they were when the engine is killed', async () => {
  const store = await openEmbeddedStore(options())
  const start = 1_767_225_600
  const stored = Array.from({ length: 20_000 }, (_, index) => ({
    id: index + 1,
    occurrences: [(start + index / 8) * 1_000_000],
    ...{ host: 'fw-1', program: 'sshd', facility: 4, severity: 6, mnemonic: '', type: 1, status: 0 },
    message: 'Accepted publickey for deploy',
    tags: {},
  }))
  await store.append(spoolFile(stored.flatMap(rowsOf)))
  const scope = { from: start, to: start + 3600, predicate: { kind: 'const', value: true } } as const
  const sort = [{ field: 'first_occurrence', descending: false }] as const
  const ids: number[] = []
  for await (const batch of store.events(scope, { sort, limit: 30_000 }, read)) {
    if (ids.length === 0) process.kill(store.engine.pid ?? 0, 'SIGKILL')
    for (const { events } of eventsIn(batch, 1_000)) ids.push(...events.map(({ id }) => id))
    expect(batch.rows).toBeLessThan(stored.length)
  }
  expect(ids).toEqual(stored.map(({ id }) => id))
  await store.close()
})

test.runIf(isDeep)(
  'more events than one answer of the engine may have rows are read, in any order',
  async () => {
    const store = await openEmbeddedStore(options())
    const start = 1_767_225_600
    const rows = 1_200_000
    // Appends one event, so that the store knows the day.
    const one = { host: 'fw-1', program: 'sshd', facility: 4, severity: 6, mnemonic: '', type: 1, status: 0 }
    const first = { id: rows + 1, occurrences: [start * 1_000_000], ...one, message: 'first', tags: {} }
    await store.append(spoolFile(rowsOf(first)))
    await store.client.insert(
      `INSERT INTO millrace.events (id, ts, count) SELECT 1 + number, fromUnixTimestamp64Micro(${start} * 1000000 + number, 'UTC'), 1 FROM numbers(${rows})`,
      { async_insert: 0 },
    )
    const scope = { from: start, to: start + 3600, predicate: { kind: 'const', value: true } } as const
    const by = (field: 'first_occurrence' | 'counter') => {
      const sort = [{ field, descending: false }]
      return store.events(scope, { sort, limit: Number.MAX_SAFE_INTEGER }, read)
    }
    let found = 0
    for await (const batch of by('first_occurrence')) found += batch.rows
    expect(found).toBe(rows + 1)
    // Lists of keys produce these pages; the first list suffices here.
    for await (const { rows } of by('counter')) {
      expect(rows).toBeGreaterThan(0)
      break
    }
    await store.close()
  },
)

test('a stopped read leaves no work behind in the engine', async () => {
  const store = await openEmbeddedStore(options())
  const stop = new AbortController()
  const endless = store.client.select(
    'SELECT count() FROM numbers(100000000000) WHERE sipHash64(number) = 1',
    {
      ...read,
      signal: stop.signal,
    },
  )
  const working = `SELECT count() FROM system.processes WHERE is_cancelled = 0 AND query LIKE '%sipHash64%' AND query NOT LIKE '%processes%'`
  await eventually(() => store.client.select(working, read)).toEqual([[1]])
  stop.abort(new Error('stopped'))
  await expect(endless).rejects.toThrow('stopped')
  await eventually(() => store.client.select(working, read)).toEqual([[0]])
  await store.close()
})

test('a batch that is given up is under way no longer', async () => {
  const store = await openEmbeddedStore(options())
  const bad = { ...spoolFile([]), rows: 1, minutes: [1] }
  writeFileSync(bad.file, 'no rows at all')
  await expect(store.append(bad)).rejects.toThrow(BatchRefusedError)
  await store.append(spoolFile([]))
  expect(store.mark().missing).toEqual([bad.sequence])
  store.abandon(bad.sequence)
  expect(store.mark().missing).toEqual([])
  await store.close()
})

test('a part that a kill kept from its place is there after the repetition of its batch', async () => {
  const made = options()
  const store = await openEmbeddedStore(made)
  const days = [1, 2, 3]
  const rows = days.flatMap(day =>
    rowsOf({
      id: day,
      occurrences: [(1_767_225_600 + day * 86_400) * 1_000_000],
      host: 'fw-1',
      program: 'sshd',
      facility: 4,
      severity: 6,
      mnemonic: '',
      type: 1,
      status: 0,
      message: `of day ${day}`,
      tags: {},
    }),
  )
  const batch = spoolFile(rows)
  await store.append(batch)
  const [[part] = []] = await store.client.select(
    `SELECT path FROM system.parts WHERE table = 'events' AND partition = '20260103' AND active`,
    read,
  )
  await store.close()
  rmSync(path.resolve(made.folder, String(part)), { recursive: true })

  const again = await openEmbeddedStore(made)
  const ids = () => again.client.select('SELECT id FROM millrace.events ORDER BY id', read)
  expect(await ids()).toEqual([[1], [3]])
  await again.append({ ...batch, repeated: true })
  await again.append({ ...batch, repeated: true })
  expect(await ids()).toEqual([[1], [2], [3]])
  await again.close()
})
