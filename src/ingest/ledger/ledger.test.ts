import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BatchRefusedError } from '../../schema/intake/batch-refused.ts'
import { eventually } from '../../testing/until.ts'
import { webhookPath } from '../body/submission.ts'
import { allStored, type Sink } from '../spool/spooled-file.ts'
import { CollectingSink } from '../testing/collecting-sink.ts'
import { eventsSubmission, submission } from '../testing/submission.ts'
import { testPorts } from '../testing/test-ports.ts'
import { testSettings } from '../testing/test-settings.ts'
import { Ingest, type IngestStarted } from '../worker/ingest.ts'
import type { IngestSettings } from '../worker/ingest-settings.ts'
import type { IngestPorts } from '../worker/ports.ts'
import { imbalanceOf } from './balance.ts'

let place: string
let store: CollectingSink
let warnings: string[]
let abandoned: number[]
const running: Ingest[] = []
/** As in quarantine.ts. */
const maxRefusedFiles = 1_000
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'ledger-'))
  store = new CollectingSink()
  ended = Promise.withResolvers()
  warnings = []
  abandoned = []
  ports = testPorts({
    abandon: sequence => abandoned.push(sequence),
    warn: message => warnings.push(message),
  })
})
afterEach(async () => {
  ended.resolve()
  await Promise.all(running.splice(0).map(ingest => ingest.close()))
  rmSync(place, { recursive: true })
})

let ports: IngestPorts
/** Of the listeners of the latest Ingest. */
let addresses: IngestStarted['addresses']
async function open(
  name: string,
  sink: Sink = store.sink,
  spool: Partial<IngestSettings['spool']> = {},
  listeners: IngestSettings['listeners'] = [],
): Promise<Ingest> {
  const settings = testSettings(path.join(place, name), { listeners, spool })
  const ingest = await Ingest.open(settings, { ...ports, sink })
  running.push(ingest)
  addresses = (await ingest.start()).addresses
  return ingest
}

function submit(to: Ingest, events: object[], webhook = false): Promise<{ status: number }> {
  return to.submitIncoming(
    webhook
      ? submission(JSON.stringify(events[0]), { path: webhookPath, partial: true })
      : eventsSubmission(events, { partial: true }),
  )
}

/** The folder as a kill at this moment leaves it. */
function killed(name: string, as: string): void {
  cpSync(path.join(place, name), path.join(place, as), { recursive: true })
}

/** Non-zero counts by source, each source balanced. */
async function accounts(of: Ingest): Promise<object> {
  const { sources, ...sum } = await of.counters()
  expect([sum, ...sources].map(imbalanceOf).filter(missing => missing !== 0)).toEqual([])
  const shown = ['received', 'stored', 'duplicates', 'tooOld', 'refusals', 'inFlight'] as const
  return Object.fromEntries(
    sources.map(counts => [
      counts.source,
      Object.fromEntries(
        shown.flatMap(name => {
          const value = counts[name]
          return value === 0 || (typeof value === 'object' && Object.keys(value).length === 0)
            ? []
            : [[name, value]]
        }),
      ),
    ]),
  )
}

/** Takes nothing before the end of the test. */
let ended: PromiseWithResolvers<void>
const never: Sink = async () => {
  await ended.promise
  return allStored
}
const spooled = (name: string): string[] =>
  readdirSync(path.join(place, name)).filter(file => file.endsWith('.rb'))

describe('the ledger over a kill', () => {
  it('knows of each source what was stored, refused, out of time, and what is in the spool', async () => {
    const first = await open('a')
    const now = Date.now() / 1_000
    await submit(first, [{ message: 'a', ts: now }, { message: 'a', ts: now }, { message: 'old', ts: 1 }, {}])
    await submit(first, [{ message: 'hook' }], true)
    await first.flush()
    const wanted = {
      incoming: { received: 4, stored: 1, duplicates: 1, tooOld: 1, refusals: { invalid: 1 } },
      webhook: { received: 1, stored: 1 },
    }
    expect(await accounts(first)).toEqual(wanted)
    killed('a', 'b')
    expect(await accounts(await open('b'))).toEqual(wanted)

    const waiting = await open('b2', never)
    await submit(waiting, [
      { message: 'b', ts: now },
      { message: 'b', ts: now },
      { message: 'c', ts: now },
    ])
    const inSpool = { incoming: { received: 3, inFlight: 3 } }
    expect(await accounts(waiting)).toEqual(inSpool)
    killed('b2', 'c')
    const after = await open('c', never)
    expect(await accounts(after)).toEqual(inSpool)
    killed('c', 'd')
    const last = await open('d')
    await last.flush()
    expect(await accounts(last)).toEqual({ incoming: { received: 3, stored: 2, duplicates: 1 } })
  })

  it('counts the files of a commit together, though only one of them has its name', async () => {
    const first = await open('a', never)
    const now = Date.now() / 1_000
    const days = [0, 9, 18]
    await submit(
      first,
      days.map(day => ({ message: `of day ${day}`, ts: now - day * 86_400 })),
    )
    killed('a', 'b')
    const [one, two] = spooled('b')
    for (const name of [one, two]) {
      const file = path.join(place, 'b', String(name))
      writeFileSync(`${file}.tmp`, readFileSync(file))
      rmSync(file)
    }
    const second = await open('b')
    await second.flush()
    expect(store.counts().size).toBe(3)
    expect(await accounts(second)).toEqual({ incoming: { received: 3, stored: 3 } })
  })

  it('counts rows without a note under no source', async () => {
    const first = await open('a', never)
    await submit(first, [{ message: 'x' }, { message: 'y' }])
    killed('a', 'b')
    const log = path.join(place, 'b', 'ledger.log')
    writeFileSync(log, readFileSync(log, 'utf8').replace(/^.*"files".*$/m, 'torn'))
    const second = await open('b', never)
    expect(await accounts(second)).toEqual({ unknown: { received: 2, inFlight: 2 } })
    killed('b', 'c')
    expect(await accounts(await open('c', never))).toEqual({ unknown: { received: 2, inFlight: 2 } })
  })
})

describe('a spool file that was damaged on disk', () => {
  const damages: [string, (file: string) => void][] = [
    ['a byte flipped', flip],
    ['cut', file => truncateSync(file, 40)],
    ['emptied', file => truncateSync(file, 0)],
  ]
  it.each(damages)('%s while no process ran is set aside and counted', async (_, damage) => {
    const first = await open('a', never)
    await submit(first, [{ message: 'lost' }, { message: 'lost too' }])
    killed('a', 'b')
    const [name = ''] = spooled('b')
    damage(path.join(place, 'b', name))
    const second = await open('b')
    await submit(second, [{ message: 'good' }])
    await second.flush()
    expect(store.counts()).toEqual(new Map([['good', 1]]))
    expect(readdirSync(path.join(place, 'b', 'broken'))).toEqual([name])
    expect(await accounts(second)).toEqual({
      incoming: { received: 3, stored: 1, refusals: { corrupted: 2 } },
    })
    killed('b', 'c')
    expect(await accounts(await open('c'))).toEqual({
      incoming: { received: 3, stored: 1, refusals: { corrupted: 2 } },
    })
  })

  it('on its way is set aside, and holds up none of the others', async () => {
    const bad = new Set<number>()
    const ingest = await open('a', async batches => {
      for (const { file, sequence } of batches) {
        if (bad.size < 3 && !bad.has(sequence)) {
          flip(file)
          bad.add(sequence)
        }
      }
      if (batches.some(({ sequence }) => bad.has(sequence))) throw new Error('Code: 33. Cannot read all data')
      return await store.sink(batches)
    })
    for (let i = 0; i < 5; i++) await submit(ingest, [{ message: `number ${i}` }])
    await ingest.flush()
    expect([...store.counts().keys()].sort()).toEqual(['number 3', 'number 4'])
    expect(await accounts(ingest)).toEqual({
      incoming: { received: 5, stored: 2, refusals: { corrupted: 3 } },
    })
    expect(readdirSync(path.join(place, 'a', 'broken'))).toHaveLength(3)
    expect(abandoned.sort()).toEqual([...bad].sort())
    expect(warnings.at(-1)).toMatch(/is not as it was written; it was set aside into broken/)
  })
})

describe('a file that the store will not have', () => {
  it('is set aside when the store says so for good, whole as it is', async () => {
    const ingest = await open('a', batches =>
      batches.some(({ rows }) => rows === 2)
        ? Promise.reject(new BatchRefusedError('Code: 117'))
        : store.sink(batches),
    )
    await submit(ingest, [{ message: 'x' }, { message: 'y' }])
    await submit(ingest, [{ message: 'z' }])
    await ingest.flush()
    expect(await accounts(ingest)).toEqual({ incoming: { received: 3, stored: 1, refusals: { store: 2 } } })
    expect(readdirSync(path.join(place, 'a', 'refused'))).toHaveLength(1)
    expect(abandoned).toHaveLength(1)
  })

  it('stays in the spool when refused has no room, and is set aside once there is', async () => {
    const ingest = await open('a', async () => {
      throw new BatchRefusedError('Code: 117')
    })
    const refused = path.join(place, 'a', 'refused')
    for (let i = 0; i < maxRefusedFiles; i++) writeFileSync(path.join(refused, `${i}`), '')
    await submit(ingest, [{ message: 'x' }])
    await eventually(() =>
      warnings.filter(line => line.includes('there is no room for it in refused')),
    ).not.toEqual([])
    expect(await accounts(ingest)).toEqual({ incoming: { received: 1, inFlight: 1 } })
    expect(readdirSync(refused)).toHaveLength(maxRefusedFiles)
    for (let i = 0; i < maxRefusedFiles; i++) rmSync(path.join(refused, `${i}`))
    await eventually(() => accounts(ingest)).toEqual({ incoming: { received: 1, refusals: { store: 1 } } })
    expect(readdirSync(refused)).toHaveLength(1)
  })

  it('is given again and again when the trouble may pass', async () => {
    let refused = 0
    const ingest = await open('a', batches =>
      ++refused < 3 ? Promise.reject(new Error('Code: 243. No space')) : store.sink(batches),
    )
    await submit(ingest, [{ message: 'x' }])
    await eventually(() => refused).toBeGreaterThanOrEqual(3)
    await ingest.flush()
    expect(await accounts(ingest)).toEqual({ incoming: { received: 1, stored: 1 } })
  })
})

describe('a spool that is full', () => {
  it('gives up the oldest that waits, when that is its policy', async () => {
    const taken = Promise.withResolvers<void>()
    const ingest = await open(
      'a',
      async batches => {
        await taken.promise
        return await store.sink(batches)
      },
      { policy: 'drop_oldest', maxSpoolBytes: 9_000 },
    )
    // One is with the store, no matter how large; there is room for three others.
    for (let i = 0; i < 10; i++) {
      expect((await submit(ingest, [{ message: `number ${i} ${'x'.repeat(900)}` }])).status).toBe(200)
    }
    taken.resolve()
    await ingest.flush()
    expect([...store.counts().keys()].map(message => message.slice(0, 8))).toEqual(
      [0, 7, 8, 9].map(i => `number ${i}`),
    )
    expect(await accounts(ingest)).toEqual({
      incoming: { received: 10, stored: 4, refusals: { evicted: 6 } },
    })
    expect(abandoned).toHaveLength(6)
  })

  it('takes nothing while the disk has less room than it is to have', async () => {
    const ingest = await open('a', store.sink, { minFreeBytes: Number.MAX_SAFE_INTEGER })
    expect((await submit(ingest, [{ message: 'x' }])).status).toBe(503)
    const { sources } = await ingest.counters()
    expect(sources.map(({ turnedAway }) => turnedAway)).toEqual([{ overload: 1 }])
    expect(warnings[0]).toMatch(/^The disk of .* is full: \d+ MiB are free/)
  })
})

function flip(file: string): void {
  const bytes = readFileSync(file)
  const at = bytes.length - 12
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(file, bytes)
}

it('keeps what the kernel dropped over an end and a start', async () => {
  const listeners = [
    { name: 'raw', kind: 'raw-udp', address: { host: '127.0.0.1', port: 0 }, maxRatePerSender: 1 },
  ] as const
  const first = await open('drops', store.sink, {}, listeners)
  const socket = createSocket('udp4')
  socket.connect(addresses.raw?.port ?? 0, '127.0.0.1')
  await once(socket, 'connect')
  const datagram = Buffer.alloc(60_000, 'x')
  const sent = Array.from({ length: 1_000 }, () => new Promise(resolve => socket.send(datagram, resolve)))
  await Promise.all(sent)
  socket.close()
  await eventually(async () => (await first.counters()).udpDropped).toBeGreaterThan(0)
  await running.pop()?.close()
  const lost = (await first.counters()).udpDropped
  expect(lost).toBeGreaterThan(0)
  const second = await open('drops')
  expect((await second.counters()).udpDropped).toBe(lost)
})
