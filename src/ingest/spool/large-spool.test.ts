import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SpoolBatch } from '../../schema/event/row.ts'
import { CollectingSink } from '../testing/collecting-sink.ts'
import { eventsSubmission } from '../testing/submission.ts'
import { testPorts } from '../testing/test-ports.ts'
import { testSettings } from '../testing/test-settings.ts'
import { openIntake } from '../worker/open-intake.ts'
import { Delivery } from './delivery.ts'
import { SpoolFolder } from './spool-folder.ts'
import { spoolName } from './spool-name.ts'
import { allStored } from './spooled-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'large-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const files = () =>
  readdirSync(folder)
    .filter(name => name.endsWith('.rb'))
    .sort()

/** Leaves events in the spool, a file each: the store is away. */
async function leaveFiles(count: number): Promise<void> {
  const settings = testSettings(folder, { listeners: [], closeTimeoutMs: 50 })
  const sink = () => Promise.reject(new Error('away'))
  const intake = await openIntake(settings, { ...testPorts({ sink }), onDeath })
  for (let i = 0; i < count; i++) {
    const answer = await intake.submitIncoming(eventsSubmission([{ message: `event ${i}` }]))
    expect(answer.status).toBe(200)
  }
  await intake.close()
  expect(files()).toHaveLength(count)
}

/** As if all files had been written hours ago, before any deduplication window. */
function age(): void {
  const past = Date.now() / 1_000 - 7_200
  for (const name of files()) utimesSync(path.join(folder, name), past, past)
}

function onDeath(error: Error): never {
  throw error
}

test('a start reads only the files of the deduplication window', async () => {
  await leaveFiles(5)
  const recover = async () => {
    const spool = await SpoolFolder.open(folder)
    const ids: number[] = []
    const { found, lastId } = await spool.recover(
      Date.now() - 3_600_000,
      ({ id }) => ids.push(id),
      () => {},
    )
    await spool.close()
    return { names: found.map(({ name }) => name), ids, lastId }
  }
  const recent = await recover()
  expect(recent).toEqual({ names: files(), ids: [1, 2, 3, 4, 5], lastId: 0 })
  age()
  expect(await recover()).toEqual({ names: files(), ids: [], lastId: 5 })
})

test('files that were not read at the start are delivered; a damaged one is found then, and counted', async () => {
  await leaveFiles(5)
  age()
  const damaged = files()[2] ?? ''
  const bytes = readFileSync(path.join(folder, damaged))
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
  writeFileSync(path.join(folder, damaged), bytes)
  age()

  const store = new CollectingSink()
  const warnings: string[] = []
  const warn = (message: string) => warnings.push(message)
  const settings = testSettings(folder, { listeners: [], closeTimeoutMs: 50 })
  // The ids of the metadata were lost.
  const intake = await openIntake(settings, { ...testPorts({ sink: store.sink, warn }), onDeath })
  expect(intake.replayed).toEqual({ files: 5, events: 5 })
  await intake.submitIncoming(eventsSubmission([{ message: 'another' }]))
  await intake.flush()
  expect(store.rows.map(({ message }) => message)).toEqual([
    'event 0',
    'event 1',
    'event 3',
    'event 4',
    'another',
  ])
  expect(new Set(store.rows.map(({ id }) => id)).size).toBe(5)
  expect(Math.max(...store.rows.map(({ id }) => id))).toBeGreaterThan(5)
  expect(readdirSync(path.join(folder, 'broken'))).toContain(damaged)
  expect(warnings.filter(text => text.includes(damaged))).toEqual([
    `The spool file ${damaged} is not as it was written; it was set aside into broken, its events are not in the store`,
  ])
  const { stored, refusals } = await intake.counters()
  expect([stored, refusals.corrupted]).toEqual([5, 1])
  await intake.close()
})

test('the heap has the descriptions of few waiting files', async () => {
  const describe = (name: string): SpoolBatch => ({
    file: name,
    sequence: Number.parseInt(name, 10),
    repeated: true,
    rows: 1,
    minutes: [0],
    names: { hosts: [], programs: [], templates: [] },
  })
  const read: string[] = []
  const taken: SpoolBatch[] = []
  const spool = {
    hasRoomForRefused: async () => true,
    isWhole: async () => true,
    quarantine: async () => [],
    remove: async () => {},
    read: async (name: string) => {
      read.push(name)
      return describe(name)
    },
  }
  const delivery = new Delivery(
    {
      async sink(batches) {
        taken.push(...batches)
        return allStored
      },
    },
    spool,
    10,
    { delivered: () => {}, lost: () => {} },
    () => {},
  )
  await delivery.pause()
  const names = Array.from({ length: 300 }, (_, i) => spoolName(i + 1, '0123456789ab'))
  for (const name of names)
    delivery.add({ name, description: describe(name), bytes: 1, manifest: [], receivedAt: 1 })
  delivery.resume()
  await delivery.flush()
  delivery.stop()
  expect(taken.map(({ file }) => file)).toEqual(names)
  expect(read).toEqual(names.slice(256))
  expect(taken.some(({ repeated }) => repeated)).toBe(false)
})
