import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../testing/until.ts'
import { blankEvent } from '../event/blank-event.ts'
import { Ledger } from '../ledger/ledger.ts'
import { CollectingSink } from '../testing/collecting-sink.ts'
import { SpoolUnavailableError, shouldCommit } from './commit.ts'
import { Delivery } from './delivery.ts'
import { RowContentWriter } from './rows/row-content.ts'
import { SpoolFolder } from './spool-folder.ts'
import { SpoolWriter } from './spool-writer.ts'
import type { SpooledFile } from './spooled-file.ts'

const day = 86_400 * 1_000_000
const base = 20_000 * day

let place: string
let folder: SpoolFolder
let store: CollectingSink
let delivered: SpooledFile[]
let warnings: string[]
let writer: SpoolWriter
let delivery: Delivery
let ledger: Ledger
const content = new RowContentWriter()

beforeEach(async () => {
  place = path.join(mkdtempSync(path.join(tmpdir(), 'spool-')), 'spool')
  store = new CollectingSink()
  delivered = []
  warnings = []
  await open(store.sink)
})
afterEach(async () => {
  delivery.stop()
  await folder.close()
  rmSync(path.dirname(place), { recursive: true })
})

async function open(sink: CollectingSink['sink'], timeoutMs = 600_000): Promise<void> {
  const warn = (message: string): void => {
    warnings.push(message)
  }
  ledger = new Ledger()
  folder = await SpoolFolder.open(place)
  await folder.recover(0, () => {}, warn)
  delivery = new Delivery(
    { sink },
    folder,
    200,
    { delivered: parcel => delivered.push(parcel), lost: () => {} },
    warn,
  )
  const bounds = {
    maxBatchRows: 1_000,
    maxBatchBytes: 1_000_000,
    maxSpoolBytes: 10_000_000,
    maxKeptFiles: 200,
    timeoutMs,
  }
  writer = new SpoolWriter(folder, delivery, ledger, bounds, () => {}, warn)
}

let id = 0
function take(message: string, ts = base): void {
  content.write({
    ts,
    host: 'h',
    program: 'p',
    facility: 1,
    severity: 6,
    mnemonic: '',
    message,
    type: 1,
    status: 0,
    tags: {},
    extra: {},
  })
  writer.batch.appendFirst(content, ++id, ts)
  ledger.account('test').openFirsts++
  writer.eventsAppended()
}

const spooled = (): string[] => readdirSync(place).filter(name => name.endsWith('.v4.rb'))

describe('the spool', () => {
  it('has what was committed on disk, and hands it over', async () => {
    take('one')
    take('two')
    await writer.whenCommitted(1)
    expect(spooled()).toHaveLength(1)
    await delivery.flush()
    expect([...store.counts().keys()]).toEqual(['one', 'two'])
    expect(delivered.map(({ manifest }) => manifest)).toEqual([
      [{ source: 'test', firsts: 2, duplicates: 0 }],
    ])
    // Kept for a replay.
    expect(spooled()).toHaveLength(1)
  })

  it('divides a commit into files of at most 8 days, all there before the acknowledgement', async () => {
    for (let i = 0; i <= 30; i++) take(`day ${i}`, base - i * day)
    await writer.whenCommitted(1)
    expect(spooled().length).toBeGreaterThanOrEqual(4)
    await delivery.flush()
    expect(store.rows).toHaveLength(31)
    expect(delivered.flatMap(({ manifest }) => manifest).reduce((sum, { firsts }) => sum + firsts, 0)).toBe(
      31,
    )
  })

  it('reports that a low disk cannot be measured, instead of room', async () => {
    const bounds = {
      maxBatchRows: 1,
      maxBatchBytes: 1,
      maxSpoolBytes: 1,
      maxKeptFiles: 1,
      minFreeBytes: 2 ** 60,
    }
    const warn = (message: string) => void warnings.push(message)
    const full = new SpoolWriter(folder, delivery, ledger, bounds, () => {}, warn)
    await full.checkDiskSpace()
    expect(full.isSaturated).toBe(true)
    renameSync(place, `${place}.away`)
    await full.checkDiskSpace()
    renameSync(`${place}.away`, place)
    expect(full.isSaturated).toBe(false)
    expect(warnings).toEqual([
      expect.stringMatching(/ is full: \d+ MiB are free\. No events are accepted until there is room$/),
      `The free space of the disk of ${place} cannot be measured; accepting events again`,
    ])
  })

  it('cuts a full batch at once', async () => {
    const first = writer.batch
    for (let i = 0; i < 1_000; i++) take(`${i}`)
    expect(writer.batch).not.toBe(first)
    await writer.whenCommitted(1)
  })

  it('gives a file to the store again until it takes it', async () => {
    let failures = 2
    await folder.close()
    await open(async batches => {
      if (failures-- > 0) throw new Error('not now')
      return await store.sink(batches)
    })
    take('stubborn')
    await writer.flush()
    await delivery.flush()
    expect(store.counts()).toEqual(new Map([['stubborn', 1]]))
    expect(warnings).toHaveLength(2)
    expect(delivery.backlog).toBe(0)
    expect(delivery.pendingBytes).toBe(0)
  })

  it('gives waiting rows to the store together, and one by one once that has failed', async () => {
    const given: string[][] = []
    const gate = Promise.withResolvers<void>()
    await folder.close()
    await open(async batches => {
      const counts = batches.map(({ rows, repeated }) => `${rows}${repeated ? ' again' : ''}`)
      given.push(counts)
      await gate.promise
      if (counts.includes('3')) throw new Error('not now')
      return await store.sink(batches)
    })
    for (let file = 1; file <= 5; file++) {
      for (let row = 0; row < file; row++) take(`${file} ${row}`)
      await writer.flush()
    }
    expect([given, delivery.backlog]).toEqual([[['1']], 2])
    gate.resolve()
    await delivery.flush()
    expect(given).toEqual([['1'], ['2', '3', '4', '5'], ['2 again'], ['3 again'], ['4 again'], ['5 again']])
    expect(store.rows).toHaveLength(15)
  })

  it('waits while it cannot write, refuses more, and resumes on its own', async () => {
    const away = `${place}-away`
    renameSync(place, away)
    take('patient')
    const committed = writer.whenCommitted(1)
    await eventually(() => writer.isSaturated).toBe(true)
    renameSync(away, place)
    await committed
    expect(writer.isSaturated).toBe(false)
    expect(warnings[0]).toMatch(/^Cannot write the spool; trying again: ENOENT/)
    await delivery.flush()
    expect(store.counts()).toEqual(new Map([['patient', 1]]))
  })

  it('takes no more while a commit runs when conditions have very many values to count', async () => {
    take('one')
    const committed = writer.flush()
    take('two')
    const field = () => ''
    const target = { onRepeats: 'first', kind: 'window', groupBy: field, by: field, value: field } as const
    const targets = Array.from({ length: 201 }, (_, index) => ({ ...target, id: index + 1 }))
    const match = (from: number, to: number) => {
      for (let second = from; second < to; second++)
        writer.batch.recordMatches(targets, blankEvent('h', base + second * 1_000_000), id, false)
    }
    match(0, 900)
    expect(writer.isSaturated).toBe(false)
    match(900, 1_000)
    expect(writer.isSaturated).toBe(true)
    await committed
    await eventually(() => writer.isSaturated).toBe(false)
  })

  it('notifies those waiting after a while that it cannot write, and keeps the events', async () => {
    delivery.stop()
    await folder.close()
    await open(store.sink, 0)
    const away = `${place}-away`
    renameSync(place, away)
    take('late')
    const refusal: unknown = await writer.whenCommitted(1).catch((error: unknown) => error)
    if (!(refusal instanceof SpoolUnavailableError)) throw refusal
    expect(refusal.message).toMatch(/ENOENT/)
    renameSync(away, place)
    await refusal.written
    expect(spooled()).toHaveLength(1)
    await eventually(() => writer.isSaturated).toBe(false)
    await delivery.flush()
    expect(store.counts()).toEqual(new Map([['late', 1]]))
  })

  it('remembers a key with its commit, also when a kill came between the sync and the renaming', async () => {
    const answer = { key: 'k', digest: '', at: Date.now(), accepted: 1, tooOld: 0 }
    take('keyed')
    writer.rememberAnswer(answer)
    await writer.flush()
    const [name = ''] = spooled()
    await delivery.flush()
    await folder.close()
    // The state after a kill: synced, decided, not renamed; and beside it a file whose commit was not
    // decided.
    renameSync(path.join(place, name), path.join(place, `${name}.tmp`))
    writeFileSync(path.join(place, '0000000000000009-001122334455.v2.rb.tmp'), 'rest')
    folder = await SpoolFolder.open(place)
    const { found } = await folder.recover(
      0,
      () => {},
      () => {},
    )
    expect(found.map(file => file.name)).toEqual([name])
    expect(await folder.read(name, () => {})).toMatchObject({ rows: 1 })
    expect(folder.keys.find('k')).toEqual(answer)
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 600_001)
    expect(folder.keys.find('k')).toBeUndefined()
    clock.mockRestore()
    expect(readdirSync(place).sort()).toEqual([name, 'broken', 'keys.log', 'ledger.log', 'refused'])
  })

  it('does not believe a torn line of keys', async () => {
    take('keyed')
    writer.rememberAnswer({ key: 'whole', digest: '', at: Date.now(), accepted: 1, tooOld: 0 })
    await writer.flush()
    take('keyed too')
    writer.rememberAnswer({ key: 'torn', digest: '', at: Date.now(), accepted: 1, tooOld: 0 })
    await writer.flush()
    await folder.close()
    const log = path.join(place, 'keys.log')
    const text = readFileSync(log)
    writeFileSync(log, text.subarray(0, text.length - 3))
    folder = await SpoolFolder.open(place)
    expect(folder.keys.find('whole')).toBeDefined()
    expect(folder.keys.find('torn')).toBeUndefined()
  })
})

describe('how long a batch stays open', () => {
  it.each([
    [
      'a sender waits and the others are silent',
      { ageMs: 20, quietMs: 20, hasWaiters: true, backlog: 0 },
      true,
    ],
    ['a sender waits, more arrives', { ageMs: 40, quietMs: 1, hasWaiters: true, backlog: 0 }, false],
    ['a sender has waited', { ageMs: 50, quietMs: 1, hasWaiters: true, backlog: 0 }, true],
    [
      'waiting senders have sent much',
      { ageMs: 3, quietMs: 0, hasWaiters: true, awaitedEvents: 2_000, backlog: 4 },
      true,
    ],
    [
      'the same, the store far behind',
      { ageMs: 3, quietMs: 0, hasWaiters: true, awaitedEvents: 2_000, backlog: 5 },
      false,
    ],
    ['no sender waits', { ageMs: 90, quietMs: 1, hasWaiters: false, backlog: 0 }, false],
    ['no sender waits, long enough', { ageMs: 100, quietMs: 1, hasWaiters: false, backlog: 0 }, true],
    [
      'no sender waits, nothing more arrives',
      { ageMs: 60, quietMs: 50, hasWaiters: false, backlog: 0 },
      true,
    ],
    ['a sender waits, the store is busy', { ageMs: 50, quietMs: 1, hasWaiters: true, backlog: 4 }, true],
    [
      'a sender waits, the store is far behind',
      { ageMs: 900, quietMs: 1, hasWaiters: true, backlog: 5 },
      false,
    ],
    ['no sender waits, the store is busy', { ageMs: 900, quietMs: 1, hasWaiters: false, backlog: 2 }, false],
    ['the store is busy for a second', { ageMs: 1_000, quietMs: 1, hasWaiters: false, backlog: 9 }, true],
  ])('%s: %o %s', (_, lingering, due) => {
    expect(shouldCommit({ awaitedEvents: 1, ...lingering })).toBe(due)
  })
})
