import {
  fstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { imbalanceOf } from '../ledger/balance.ts'
import { CollectingSink } from '../testing/collecting-sink.ts'
import { eventsSubmission } from '../testing/submission.ts'
import { testPorts } from '../testing/test-ports.ts'
import { testSettings } from '../testing/test-settings.ts'
import { Ingest } from '../worker/ingest.ts'

/** The contents of a disk after a power loss, and what was acknowledged before it. */
interface Loss {
  /** The synced part of each file, by name. The unsynced part is torn in the middle, or missing. */
  files: Map<string, Buffer>
  acknowledged: number
}

let place: string
let losses: Loss[]
let acknowledged: number
/** Bytes of a file at its last sync, by its number. */
let synced: Map<number, Buffer>
/** Names and numbers of the files when the folder was last synced. */
let names: Map<string, number>
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'power-'))
  losses = []
  acknowledged = 0
  synced = new Map()
  names = new Map()
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(place, { recursive: true })
})

const folder = () => path.join(place, 'running')
const writtenOf = (name: string): Buffer => readFileSync(path.join(folder(), name))

/** Records what is synced of the folder, and what a power loss after each sync would leave. */
async function watchSyncs(isTorn: boolean): Promise<void> {
  const handle = await open(place)
  const prototype: FileHandle = Object.getPrototypeOf(handle)
  const { sync, datasync } = prototype
  await handle.close()
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    const entries = readdirSync(folder(), { withFileTypes: true }).filter(entry => entry.isFile())
    const now = entries.map(({ name }) => [name, statSync(path.join(folder(), name)).ino] as const)
    await sync.call(this)
    names = new Map(now)
    losses.push(lossNow(isTorn))
  })
  vi.spyOn(prototype, 'datasync').mockImplementation(async function (this: FileHandle) {
    const { ino } = fstatSync(this.fd)
    const bytes = readFileSync(`/proc/self/fd/${this.fd}`)
    await datasync.call(this)
    synced.set(ino, bytes)
    losses.push(lossNow(isTorn))
  })
}

function lossNow(isTorn: boolean): Loss {
  const files = new Map<string, Buffer>()
  for (const [name, ino] of names) {
    const kept = synced.get(ino)
    if (kept !== undefined) files.set(name, kept)
    else if (isTorn && readdirSync(folder()).includes(name)) {
      const written = writtenOf(name)
      files.set(name, written.subarray(0, written.length / 2))
    } else files.set(name, Buffer.alloc(0))
  }
  return { files, acknowledged }
}

function ingestOf(at: string, store: CollectingSink): Promise<Ingest> {
  return Ingest.open(testSettings(at, { listeners: [] }), { ...testPorts(), sink: store.sink })
}

const now = Date.now() / 1_000
const hasKey = (i: number) => i % 2 === 0
/**
 * Events days apart, so that a commit has several files. Every second body has a key, whose lines are synced
 * too.
 */
function bodyOf(i: number) {
  const events = [0, 9].map(days => ({ message: `event ${i} of ${days}`, ts: now - days * 86_400 }))
  return eventsSubmission(events, { idempotencyKey: hasKey(i) ? `key ${i}` : '' })
}

it.runIf(process.platform === 'linux').each([
  ['is lost', false],
  ['is torn in the middle', true],
])(
  'has every acknowledged event once after a power loss at any sync, when what was not synced %s',
  async (_, isTorn) => {
    await watchSyncs(isTorn)
    const never = Promise.withResolvers<void>()
    const store = new CollectingSink()
    const running = await Ingest.open(testSettings(folder(), { listeners: [] }), {
      ...testPorts(),
      sink: async batches => {
        await never.promise
        return await store.sink(batches)
      },
    })
    await running.start()
    for (let i = 0; i < 6; i++) {
      const { status } = await running.submitIncoming(bodyOf(i))
      expect(status).toBe(200)
      acknowledged = i + 1
      losses.push(lossNow(isTorn))
    }
    vi.restoreAllMocks()
    expect(losses.at(-1)?.acknowledged).toBe(6)
    expect(new Set(losses.map(loss => loss.acknowledged)).size).toBe(7)

    for (const [at, loss] of losses.entries()) {
      const left = path.join(place, `left-${at}`)
      mkdirSync(left)
      for (const [name, bytes] of loss.files) writeFileSync(path.join(left, name), bytes)
      const found = new CollectingSink()
      const after = await ingestOf(left, found)
      await after.start()
      // A sender with a key and no answer sends again.
      const repeated = [loss.acknowledged - 1, loss.acknowledged].filter(i => i >= 0 && i < 6 && hasKey(i))
      for (const i of repeated) expect((await after.submitIncoming(bodyOf(i))).status).toBe(200)
      await after.flush()
      const counts = found.counts()
      for (const i of new Set([...Array(loss.acknowledged).keys(), ...repeated]))
        for (const days of [0, 9]) expect(counts.get(`event ${i} of ${days}`), `loss ${at}`).toBe(1)
      expect([...counts.values()].every(times => times === 1)).toBe(true)
      const { sources, ...sum } = await after.counters()
      expect([sum, ...sources].map(imbalanceOf).filter(missing => missing !== 0)).toEqual([])
      await after.close()
    }
    never.resolve()
    await running.close()
  },
)
