import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { eventually } from '../../testing/until.ts'
import type { Submission, SubmissionAnswer } from '../body/submission.ts'
import { imbalanceOf } from '../ledger/balance.ts'
import type { Sink } from '../spool/spooled-file.ts'
import { CollectingSink } from '../testing/collecting-sink.ts'
import { eventsSubmission } from '../testing/submission.ts'
import { testPorts } from '../testing/test-ports.ts'
import { type TestSettings, testSettings } from '../testing/test-settings.ts'
import type { Intake } from './intake.ts'
import { AcknowledgedEvents, openIntake } from './open-intake.ts'
import type { IngestPorts, RecentEvent } from './ports.ts'

let folder: string
let store: CollectingSink
let intake: Intake | undefined
let ports: IngestPorts
let warnings: string[]

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'intake-'))
  store = new CollectingSink()
  ports = testPorts({ warn: message => warnings.push(message) })
  warnings = []
})
afterEach(async () => {
  await intake?.close()
  intake = undefined
  rmSync(folder, { recursive: true })
})

async function opened(
  changes: TestSettings = {},
  { sink, recent }: { sink?: Sink; recent?: RecentEvent[] } = {},
): Promise<Intake> {
  intake = await openIntake(testSettings(folder, changes), {
    ...ports,
    sink: sink ?? store.sink,
    onDeath: error => warnings.push(`died: ${error.message}`),
    ...(recent && {
      async *recentEvents() {
        yield recent
      },
    }),
  })
  return intake
}

/** Sends text over a new connection and closes it. */
async function send(to: Intake, ...pieces: string[]): Promise<void> {
  const { host, port } = to.addresses.syslog_tcp ?? { host: '', port: 0 }
  const socket = connect(port, host)
  for (const piece of pieces) if (!socket.write(piece)) await once(socket, 'drain')
  socket.end()
  await once(socket, 'close')
}

async function ledgerOf(to: Intake): Promise<{ received: number; sum: number; inFlight: number }> {
  const counters = await to.counters()
  expect([counters, ...counters.sources].map(imbalanceOf)).toEqual(Array(counters.sources.length + 1).fill(0))
  return {
    received: counters.received,
    sum: counters.received - imbalanceOf(counters),
    inFlight: counters.inFlight,
  }
}

describe('ingest in its worker thread', () => {
  it('says when the store has what was acknowledged, whatever else it waits for', async () => {
    const gate = Promise.withResolvers<void>()
    const to = await opened(
      {},
      {
        async sink(batches) {
          await gate.promise
          return await store.sink(batches)
        },
      },
    )
    expect(to.whenSearchable()).toBeUndefined()
    await to.submitIncoming(eventsSubmission([{ message: 'read me' }]))
    const searchable = to.whenSearchable()
    expect(searchable).toBeInstanceOf(Promise)
    gate.resolve()
    await searchable
    expect([...store.counts()]).toEqual([['read me', 1]])
    expect(to.whenSearchable()).toBeUndefined()
  })

  it('stores every line of many TCP connections, whatever their framing', async () => {
    const to = await opened()
    const lines = (who: number): string[] =>
      Array.from({ length: 500 }, (_, i) => `<13>app: line ${who}-${i}`)
    await Promise.all(
      Array.from({ length: 20 }, (_, who) => {
        const text = lines(who)
        if (who % 2 === 0) return send(to, `${text.join('\n')}`)
        return send(to, text.map(line => `${line.length} ${line}`).join(''))
      }),
    )
    await eventually(async () => (await to.counters()).received).toBe(10_000)
    await to.flush()
    const wanted = Array.from({ length: 20 }, (_, who) => lines(who).map(line => [line.slice(9), 1] as const))
    expect(store.counts()).toEqual(new Map(wanted.flat()))
    expect(store.rows.every(row => row.host === '127.0.0.1' && row.program === 'app')).toBe(true)
    const counters = await to.counters()
    expect(counters).toMatchObject({
      stored: 10_000,
      inFlight: 0,
      refused: 0,
      frameErrors: 0,
      connections: 0,
    })
  })

  it('takes datagrams, and counts repeats of one message as one event', async () => {
    const to = await opened()
    const socket = createSocket('udp4')
    const { host, port } = to.addresses.syslog_udp ?? { host: '', port: 0 }
    for (let i = 0; i < 50; i++) {
      await new Promise(resolve =>
        socket.send('<34>Oct 11 22:14:15 gw su: again and again', port, host, resolve),
      )
    }
    socket.close()
    await eventually(async () => (await to.counters()).received).toBe(50)
    await to.flush()
    // Most of the year the stamp is outside the tolerance: then nothing is stored, and all events are
    // counted.
    const { stored, duplicates, tooOld } = await to.counters()
    expect(stored + duplicates + tooOld).toBe(50)
    expect(stored).toBeLessThanOrEqual(1)
    expect(store.occurrences).toBe(stored + duplicates)
  })

  it('acknowledges a body when it is on disk, though the store does not answer', async () => {
    const to = await opened({ closeTimeoutMs: 50 }, { sink: () => new Promise(() => {}) })
    const ts = Date.now() / 1_000
    const answer = await to.submitIncoming(
      eventsSubmission([
        { message: 'a', ts },
        { message: 'b', ts },
        { message: 'a', ts },
      ]),
    )
    expect(answer).toEqual({ status: 200, accepted: 3, tooOld: 0 })
    expect(await ledgerOf(to)).toEqual({ received: 3, sum: 3, inFlight: 3 })
    expect(readdirSync(folder).filter(name => name.endsWith('.v4.rb'))).toHaveLength(1)
  })

  it('replays the spool at the next start and continues open events', async () => {
    const first = await opened({ closeTimeoutMs: 50 }, { sink: () => Promise.reject(new Error('away')) })
    const ts = Date.now() / 1_000
    await first.submitIncoming(
      eventsSubmission([
        { message: 'before', ts },
        { message: 'before', ts: ts + 1 },
      ]),
    )
    await first.close()
    expect(store.rows).toEqual([])
    expect(warnings[0]).toMatch(/^The store did not take \d{16}-[0-9a-f]{12}\.v4\.rb, trying again: away$/)

    const second = await opened()
    await second.submitIncoming(
      eventsSubmission([
        { message: 'before', ts: ts + 0.5 },
        { message: 'after', ts },
      ]),
    )
    await second.flush()
    expect(store.counts()).toEqual(
      new Map([
        ['before', 3],
        ['after', 1],
      ]),
    )
    const before = store.rows.filter(row => row.message === 'before')
    expect(new Set(before.map(row => row.id)).size).toBe(1)
    expect(before.filter(row => row.repeat === 0)).toHaveLength(1)
    expect(await second.counters()).toMatchObject({ received: 4, stored: 2, duplicates: 2, inFlight: 0 })
  })

  it('continues events that only the store knows', async () => {
    const first = (Date.now() - 5_000) * 1_000
    const known: RecentEvent = {
      id: 77,
      first,
      host: '192.0.2.9',
      program: 'app',
      facility: 1,
      severity: 6,
      mnemonic: '',
      message: 'known',
      type: 1,
      status: 0,
      triggers: [4],
      tags: { user: 'ana' },
    }
    const other = { ...known, id: 78, retentionClass: 'debug' }
    const to = await opened({}, { recent: [known, other] })
    const event = { message: 'known', program: 'app', ts: first / 1_000_000 + 3 }
    await to.submitIncoming(eventsSubmission([{ ...event, user_tags: { user: 'ana' } }, event]))
    await to.flush()
    expect(store.rows.map(row => [row.id === 77, row.repeat, row.first === first, row.triggers])).toEqual([
      [false, 0, false, []],
      [true, 1, true, [4]],
    ])
  })

  it('keeps every acknowledged body over a kill of the worker, with a key exactly once', async () => {
    const folderOf = testSettings(folder)
    const to = await opened()
    const ts = Date.now() / 1_000
    const body = (i: number): Submission =>
      eventsSubmission(
        [
          { message: `kept ${i}`, ts },
          { message: `kept ${i}`, ts: ts - 20 * 86_400 },
        ],
        { idempotencyKey: `k${i}` },
      )
    const answers: SubmissionAnswer[] = []
    for (let i = 0; i < 5; i++) answers.push(await to.submitIncoming(body(i)))
    // An orderly end leaves the same spool as a kill: replay everything into an empty store.
    await to.close()
    store = new CollectingSink()
    const again = await opened(folderOf)
    for (let i = 0; i < 6; i++) answers.push(await again.submitIncoming(body(i)))
    await again.flush()
    expect(answers).toEqual(Array.from({ length: 11 }, () => ({ status: 200, accepted: 2, tooOld: 0 })))
    expect(store.counts()).toEqual(new Map(Array.from({ length: 6 }, (_, i) => [`kept ${i}`, 2])))
  })

  it('sets a torn spool file aside and starts', async () => {
    writeFileSync(path.join(folder, '0000000000000007-00112233aabb.v4.rb'), Buffer.from('not rows'))
    writeFileSync(path.join(folder, '0000000000000008-00112233aabb.v2.rb.tmp'), 'unfinished')
    const to = await opened()
    await to.submitIncoming(eventsSubmission([{ message: 'works' }]))
    await to.flush()
    expect(store.counts()).toEqual(new Map([['works', 1]]))
    expect(store.batches[0]?.sequence).toBeGreaterThan(8)
    expect(readdirSync(path.join(folder, 'broken'))).toEqual(['0000000000000007-00112233aabb.v4.rb'])
    expect(readdirSync(folder).filter(name => name.endsWith('.tmp'))).toEqual([])
    expect(warnings[0]).toMatch(
      /^The spool file 0000000000000007-00112233aabb\.v4\.rb is not as it was written/,
    )
  })

  it('refuses bodies and pauses TCP while the spool is full, and resumes when there is room', async () => {
    const gate = Promise.withResolvers<void>()
    const sink: Sink = async batches => {
      await gate.promise
      return await store.sink(batches)
    }
    const bounds = {
      maxBatchRows: 50_000,
      maxBatchBytes: 32 * 1024 * 1024,
      maxSpoolBytes: 200_000,
      maxKeptFiles: 200,
    }
    const to = await opened({ spool: bounds }, { sink })
    const line = (i: number): string => `<13>app: ${i} ${'x'.repeat(400)}\n`
    const sent = send(to, ...Array.from({ length: 5_000 }, (_, i) => line(i)))
    await eventually(
      async () => (await to.submitIncoming(eventsSubmission([{ message: 'more' }]))).status,
    ).toBe(503)
    const paused = (await to.counters()).received
    expect(paused).toBeLessThan(5_000)
    gate.resolve()
    await sent
    await eventually(
      async () => [...store.counts().keys()].filter(m => m.includes('xxx')).length === 5_000,
    ).toBe(true)
    expect((await to.submitIncoming(eventsSubmission([{ message: 'more' }]))).status).toBe(200)
    const { received, sum } = await ledgerOf(to)
    expect(sum).toBe(received)
  })

  it('commits what connections had sent when it is closed', async () => {
    const to = await opened()
    const { host, port } = to.addresses.syslog_tcp ?? { host: '', port: 0 }
    const socket = connect(port, host)
    socket.on('error', () => {})
    await new Promise<void>(resolve => socket.write('<13>app: whole\n<13>app: without end', () => resolve()))
    await to.close()
    expect(store.counts()).toEqual(
      new Map([
        ['whole', 1],
        ['without end', 1],
      ]),
    )
  })

  it('reads stamps without an offset in its time zone', async () => {
    const to = await opened({
      timezone: 'America/New_York',
      tolerance: { backMicros: 1e16, aheadMicros: 2_000_000 },
    })
    await send(to, '<34>2026-01-10 12:00:00 gw su: at noon\n<34>2026-07-10 12:00:00 gw su: in summer\n')
    await eventually(async () => (await to.counters()).received).toBe(2)
    await to.flush()
    expect(store.rows.map(({ message, ts }) => [message, new Date(ts / 1_000).toISOString()])).toEqual([
      ['at noon', '2026-01-10T17:00:00.000Z'],
      ['in summer', '2026-07-10T16:00:00.000Z'],
    ])
  })

  it('closes connections that send nothing', async () => {
    const to = await opened({ tcp: { maxConnections: 2, idleTimeoutMs: 100, firstByteTimeoutMs: 100 } })
    const { host, port } = to.addresses.syslog_tcp ?? { host: '', port: 0 }
    await once(connect(port, host).resume(), 'close')
    await eventually(async () => (await to.counters()).connections).toBe(0)
  })

  it('says why it cannot start', async () => {
    const to = await opened()
    const taken = to.addresses.syslog_tcp?.port ?? 0
    const again = openIntake(
      testSettings(path.join(folder, 'other'), {
        listeners: [{ name: 'syslog_tcp', kind: 'syslog-tcp', address: { host: '127.0.0.1', port: taken } }],
      }),
      { sink: store.sink, reserveIds: async () => 1, warn: () => {}, onDeath: () => {} },
    )
    await expect(again).rejects.toThrow(/^The listener syslog_tcp cannot listen: .*EADDRINUSE/)
  })
})

test('nothing is delivered for a query before which nothing was acknowledged', async () => {
  let deliveries = 0
  const events = new AcknowledgedEvents(async () => void deliveries++)
  expect(events.whenSearchable()).toBeUndefined()
  events.add()
  await events.whenSearchable()
  expect([events.whenSearchable(), deliveries]).toEqual([undefined, 1])
})

test('queries share the delivery of what was acknowledged before them, and no earlier one', async () => {
  const deliveries: PromiseWithResolvers<void>[] = []
  const events = new AcknowledgedEvents(() => {
    const delivery = Promise.withResolvers<void>()
    deliveries.push(delivery)
    return delivery.promise
  })
  const ended: string[] = []
  const ask = (name: string) => events.whenSearchable()?.then(() => ended.push(name))
  events.add()
  const first = [ask('first'), ask('second')]
  events.add()
  const later = ask('third')
  expect(deliveries).toHaveLength(2)
  deliveries[0]?.resolve()
  await Promise.all(first)
  expect(ended).toEqual(['first', 'second'])
  deliveries[1]?.resolve()
  await later
  expect(events.whenSearchable()).toBeUndefined()
})

test('a delivery that fails is tried again by the next query', async () => {
  let deliveries = 0
  const events = new AcknowledgedEvents(async () => {
    if (deliveries++ === 0) throw new Error('the worker ended')
  })
  events.add()
  await expect(events.whenSearchable()).rejects.toThrow('the worker ended')
  await events.whenSearchable()
  expect(events.whenSearchable()).toBeUndefined()
})
