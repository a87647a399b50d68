import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import files, { type FileHandle, open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { someOf } from '../../testing/depth.ts'
import { eventually } from '../../testing/until.ts'
import { imbalanceOf } from '../ledger/balance.ts'
import { CollectingSink } from '../testing/collecting-sink.ts'
import { eventsSubmission } from '../testing/submission.ts'
import { testPorts } from '../testing/test-ports.ts'
import { testSettings } from '../testing/test-settings.ts'
import { Ingest } from '../worker/ingest.ts'

/** A call that changes a disk, and what it does. */
type Step = (name: string, change: () => Promise<unknown>) => Promise<unknown>

const { rename } = files

let place: string
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'failed-'))
})
afterEach(() => {
  watchNothing()
  rmSync(place, { recursive: true })
})

const daysBack = [0, 9]
const now = Date.now() / 1_000
/** Events days apart, so that the commit has two files. */
const body = () =>
  eventsSubmission(
    daysBack.map(days => ({ message: `${days} days ago`, ts: now - days * 86_400 })),
    { idempotencyKey: 'key' },
  )

/** Calls `step` for every change of the disk; a write is two steps, so that a kill leaves half of it. */
async function watchDisk(step: Step): Promise<void> {
  const handle = await open(place)
  const prototype: FileHandle = Object.getPrototypeOf(handle)
  await handle.close()
  const { sync, datasync, write, appendFile } = prototype
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    await step('sync', () => sync.call(this))
  })
  vi.spyOn(prototype, 'datasync').mockImplementation(async function (this: FileHandle) {
    await step('datasync', () => datasync.call(this))
  })
  vi.spyOn(prototype, 'appendFile').mockImplementation(async function (this: FileHandle, data) {
    await step('append', () => appendFile.call(this, data))
  })
  const writeHalf = async function (this: FileHandle, bytes: Uint8Array, from: number, length: number) {
    const part = from === 0 ? Math.ceil(length / 2) : length
    await step('write', () => Reflect.apply(write, this, [bytes, from, part]))
    return { bytesWritten: part, buffer: bytes }
  }
  // The one overload that the spool uses.
  vi.spyOn(prototype, 'write').mockImplementation(writeHalf as FileHandle['write'])
  vi.spyOn(files, 'rename').mockImplementation(async (from, to) => {
    await step('rename', () => rename(from, to))
  })
  syncBuiltinESMExports()
}

function watchNothing(): void {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
}

/**
 * Takes the body while step `failing` of its commit fails, until it is acknowledged. Returns the folders that
 * a kill at each moment leaves.
 */
async function commitWith(failing: number, hasEffect: boolean): Promise<{ steps: number; left: string[] }> {
  const folder = path.join(place, `${failing}-${hasEffect}`)
  const settings = testSettings(folder, { listeners: [], closeTimeoutMs: 0, spool: { timeoutMs: 0 } })
  const never = new Promise<never>(() => {})
  const ingest = await Ingest.open(settings, { ...testPorts(), sink: () => never })
  await ingest.start()
  const left: string[] = []
  const kill = () => {
    const copy = `${folder}-left-${left.length}`
    cpSync(folder, copy, { recursive: true })
    left.push(copy)
  }
  let steps = 0
  let isSynced = false
  await watchDisk(async (name, change) => {
    const fails = steps++ === failing
    if (!fails || hasEffect) await change()
    kill()
    if (fails) throw new Error(`the disk fails: ${name}`)
    if (name === 'sync') isSynced = true
    if (name === 'rename') isSynced = false
  })
  await eventually(async () => (await ingest.submitIncoming(body())).status).toBe(200)
  // An acknowledged event also survives a power loss.
  expect(isSynced).toBe(true)
  expect(readdirSync(folder).filter(name => name.endsWith('.tmp'))).toEqual([])
  watchNothing()
  kill()
  await ingest.close()
  return { steps, left }
}

/** Starts after a kill; the sender, which may not have received an answer, sends the body again. */
async function expectOnce(folder: string): Promise<void> {
  const store = new CollectingSink()
  const warnings: string[] = []
  const ports = testPorts({ sink: store.sink, warn: message => warnings.push(message) }, 1_000_000_000)
  const ingest = await Ingest.open(testSettings(folder, { listeners: [] }), ports)
  await ingest.start()
  const answer = await ingest.submitIncoming(body())
  await ingest.flush()
  const counters = await ingest.counters()
  await ingest.close()
  expect(answer).toEqual({ status: 200, accepted: 2, tooOld: 0 })
  expect([...store.counts()].sort()).toEqual(daysBack.map(days => [`${days} days ago`, 1]))
  // The engine, which gets files in parallel, would store one of them twice.
  expect(new Set(store.batches.map(({ sequence }) => sequence)).size).toBe(store.batches.length)
  expect(warnings).toEqual([])
  expect(imbalanceOf(counters)).toBe(0)
}

it.each([
  ['is reported although it was done', true],
  ['leaves everything as it was', false],
])(
  'has a body with a key once after a kill at any moment of a commit of which any step fails, when the failure %s',
  async (_, hasEffect) => {
    const { steps } = await commitWith(-1, hasEffect)
    // Two files, each first half written; their names; keys; and the names that count.
    expect(steps).toBeGreaterThan(10)
    const each = Array.from({ length: steps }, (_, step) => step)
    for (const failing of someOf(each, 4)) {
      const { left } = await commitWith(failing, hasEffect)
      expect(left.length).toBeGreaterThan(steps)
      await Promise.all(left.map(folder => expectOnce(folder).catch(error => fail(error, failing, folder))))
    }
  },
)

function fail(error: unknown, failing: number, folder: string): never {
  throw new Error(`step ${failing} failed, killed at ${path.basename(folder)}`, { cause: error })
}

it('writes a file again that was removed before it got its name', async () => {
  const folder = path.join(place, 'spool')
  const store = new CollectingSink()
  const ingest = await Ingest.open(testSettings(folder, { listeners: [] }), testPorts({ sink: store.sink }))
  await ingest.start()
  let isRemoved = false
  await watchDisk(async (name, change) => {
    if (name === 'rename' && !isRemoved)
      for (const entry of readdirSync(folder)) if (entry.endsWith('.tmp')) rmSync(path.join(folder, entry))
    isRemoved ||= name === 'rename'
    await change()
  })
  expect((await ingest.submitIncoming(body())).status).toBe(200)
  expect(isRemoved).toBe(true)
  await ingest.flush()
  await ingest.close()
  expect(store.rows).toHaveLength(2)
})

it('finds a file once that an earlier version left under both of its names', async () => {
  const folder = path.join(place, 'spool')
  const settings = testSettings(folder, { listeners: [], closeTimeoutMs: 0 })
  const never = new Promise<never>(() => {})
  const before = await Ingest.open(settings, { ...testPorts(), sink: () => never })
  await before.start()
  await before.submitIncoming(body())
  await before.close()
  const [name = ''] = readdirSync(folder).filter(entry => entry.endsWith('.rb'))
  writeFileSync(path.join(folder, `${name}.tmp`), 'half of it')
  await expectOnce(folder)
  expect(readdirSync(folder)).not.toContain(`${name}.tmp`)
})
