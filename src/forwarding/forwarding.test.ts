import { expect, onTestFinished, test, vi } from 'vitest'
import { openTemporaryMetadata, temporaryFolder } from '../metadata/testing/temporary.ts'
import { openSnmpEngine, stateOfSnmpEngine } from '../outgoing/snmp/snmp-engine.ts'
import type { ForwarderDraft } from '../schema/forwarding/forwarder.ts'
import { ordinary, rowsOf, spoolFile, type TestEvent } from '../storage/testing/spool-file.ts'
import { openTestStore } from '../storage/testing/test-store.ts'
import { openLog } from '../telemetry/log.ts'
import { ForwardThread } from './forward-thread.ts'
import { Forwarding, type ForwardingOptions } from './runner/forwarding.ts'
import { testSpecOf } from './runner/test-event-spec.ts'
import { countUnsent } from './runner/unsent-events.ts'
import { openSyslogReceiver } from './testing/syslog-receiver.ts'

const start = 1_800_000_000
const log = openLog('silent', { write() {} })
const second = 1_000_000

function event(id: number, seconds: readonly number[], also: Partial<TestEvent> = {}): TestEvent {
  const occurrences = seconds.map(at => (start + at) * second)
  return { ...ordinary, id, message: `message ${id}`, tags: {}, occurrences, ...also }
}

/** A store, metadata and the forwarders of a process on top of them. */
async function openForwarding({
  beforeClaim = () => Promise.resolve(),
  ...given
}: Partial<Pick<ForwardingOptions, 'isOnlyProcess' | 'times'>> & { beforeClaim?: () => Promise<void> } = {}) {
  const store = await openTestStore()
  onTestFinished(() => store.close())
  const { metadata } = await openTemporaryMetadata()
  const time = { deliveredUntil: start }
  const folder = temporaryFolder()
  const snmpEngine = stateOfSnmpEngine(openSnmpEngine('test', 1))
  const common = () => ({ instance: 'one', folder, allowed: ['127.0.0.1'], ownPorts: [], snmpEngine })
  const open = () => {
    const thread = new ForwardThread(() => {})
    const forwarding = new Forwarding({
      forwarders: {
        save: (...saved) => metadata.forwarders.save(...saved),
        release: runner => metadata.forwarders.release(runner),
        claim: async (...claim) => {
          await beforeClaim()
          return await metadata.forwarders.claim(...claim)
        },
      },
      store,
      thread,
      deliveredUntil: async () => time.deliveredUntil,
      now: () => Date.now() / 1_000,
      common,
      isOnlyProcess: true,
      retry: { minMs: 50, maxMs: 400 },
      log,
      ...given,
    })
    const close = async () => {
      await forwarding.close()
      await thread.close()
    }
    return { forwarding, thread, close }
  }
  let running = open()
  onTestFinished(() => running.close())
  return {
    metadata,
    store,
    folder,
    time,
    append: (...events: TestEvent[]) => store.append(spoolFile(events.flatMap(rowsOf))),
    async create(draft: Omit<ForwarderDraft, 'name'>) {
      const { id } = await metadata.forwarders.create({ name: 'SIEM', ...draft })
      await running.forwarding.apply()
      const state = async () => (await metadata.forwarders.get(id)).status
      await vi.waitUntil(async () => (await state()).state === 'sending', { timeout: 10_000 })
      return { id, state }
    },
    apply: () => running.forwarding.apply(),
    async testEvent(id: number) {
      const { content, target } = await metadata.forwarders.getTarget(id)
      if (target === undefined) throw new Error('the secrets open')
      return await running.thread.test(testSpecOf({ content, target }, common()))
    },
    async restart() {
      await running.close()
      running = open()
      await running.forwarding.apply()
    },
    /** Ends the process without any chance to store how far it got. */
    async kill() {
      await running.thread.close()
      running = open()
      await running.forwarding.apply()
    },
  }
}

const messageOf = (line: string) => line.replace(/^.*?\] (?=message)/, '')
const idsOf = (lines: readonly string[]) => lines.map(line => / id="([^"]+)"/.exec(line)?.[1] ?? '')
const counterOf = (line: string) => Number(/ counter="(\d+)"/.exec(line)?.[1])
const within = { timeout: 20_000, interval: 50 }

test('new events are sent as they arrive; repeats as one event when their window ends', async () => {
  const { append, create, time } = await openForwarding()
  const receiver = await openSyslogReceiver()
  await append(event(1, [0]))
  await create({ syslog: { host: '127.0.0.1', port: receiver.port } })
  await append(event(2, [1], { tags: { SrcIP: '10.0.0.1', 'a ]"': 'x"]\\' } }), event(3, [2, 3, 4]))
  await vi.waitUntil(() => receiver.lines.length === 2, within)
  expect(receiver.lines[0]).toBe(
    '<3>1 2027-01-15T08:00:01.000000Z fw-1 kernel - - [millrace@32473 id="2" counter="1" via="one"][tags@32473 SrcIP="10.0.0.1" a___="x\\"\\]\\\\"] message 2',
  )
  expect(receiver.lines.map(messageOf)).toEqual(['message 2', 'message 3'])
  time.deliveredUntil = start + 62
  await vi.waitUntil(() => receiver.lines.length === 3, within)
  expect(receiver.lines[2]).toContain('id="3-1800000003000000" counter="2" last="2027-01-15T08:00:04')
})

test('nothing is lost when connections are reset, and ids recognise what comes again', async () => {
  const { append, create } = await openForwarding()
  const receiver = await openSyslogReceiver()
  await create({ window_size: 0, syslog: { host: '127.0.0.1', port: receiver.port } })
  for (let batch = 0; batch < 5; batch++) {
    const connections = receiver.connections()
    await append(...Array.from({ length: 500 }, (_, n) => event(batch * 500 + n + 1, [batch])))
    if (batch === 2) {
      await receiver.stop()
      await receiver.listen()
    } else receiver.reset()
    await vi.waitUntil(() => receiver.connections() > connections, within)
  }
  await vi.waitUntil(() => new Set(idsOf(receiver.lines)).size === 2_500, within)
  // The first copies of all events came in their order.
  const firsts = [...new Set(idsOf(receiver.lines))].map(Number)
  expect(firsts).toEqual(firsts.toSorted((a, b) => a - b))
})

test('a restart and a kill resume where they were, with the counts of open windows', async () => {
  const { append, create, time, restart, kill } = await openForwarding()
  const receiver = await openSyslogReceiver()
  await create({ syslog: { host: '127.0.0.1', port: receiver.port } })
  await append(event(1, [0, 1]), event(2, [0]))
  await vi.waitUntil(() => receiver.lines.length === 2, within)
  await restart()
  await append(event(3, [5]))
  await vi.waitUntil(() => receiver.lines.some(line => messageOf(line) === 'message 3'), within)
  await kill()
  time.deliveredUntil = start + 100
  await vi.waitUntil(() => receiver.lines.some(line => line.includes('id="1-')), within)
  expect(receiver.lines.filter(line => line.includes('id="1-')).map(counterOf)).toEqual([1])
  // A restart confirms what the receiver has read, so it sends nothing again.
  expect(idsOf(receiver.lines).filter(id => id === '2' || id === '1').length).toBe(2)
})

test('events that are not confirmed are sent again after a kill, also if no others followed', async () => {
  const { append, create, time, kill } = await openForwarding()
  const receiver = await openSyslogReceiver()
  const { state } = await create({ syslog: { host: '127.0.0.1', port: receiver.port } })
  await append(event(1, [0]))
  await vi.waitUntil(() => receiver.lines.length === 1, within)
  // The session knows that it has caught up.
  time.deliveredUntil = start + 100
  await append(event(2, [1], { host: 'other' }))
  await vi.waitUntil(() => receiver.lines.length === 2, within)
  await new Promise(resolve => setTimeout(resolve, 1_500))
  expect((await state()).sent).toBe(0)
  await kill()
  await vi.waitUntil(() => receiver.lines.length === 4, within)
  expect(idsOf(receiver.lines)).toEqual(['1', '2', '1', '2'])
})

test('a filter, rules, and a forwarder that is paused and resumed', async () => {
  const { append, create, metadata, apply } = await openForwarding()
  const receiver = await openSyslogReceiver()
  const { id, state } = await create({
    filter: [{ field: 'host', value: 'fw-*' }],
    rules: [
      { match: { field: 'message', op: '=*', value: 'message 3' }, drop: true },
      {
        match: { field: 'program', value: 'kernel' },
        rewrite: { program: 'k', message: '$MESSAGE x$COUNTER' },
      },
    ],
    syslog: { host: '127.0.0.1', port: receiver.port, protocol: 'bsd' },
  })
  await append(event(2, [0]), event(3, [1]), event(4, [2], { host: 'db-1' }))
  await vi.waitUntil(() => receiver.lines.length === 1, within)
  expect(receiver.lines).toEqual(['<3>Jan 15 08:00:00 fw-1 k: message 2 x1'])
  await metadata.forwarders.update(id, { is_active: false })
  await apply()
  await append(event(5, [3]))
  expect(await state()).toMatchObject({ state: 'paused', sent: 1, occurrences: 1, dropped: 1 })
  expect((await state()).sent_at).not.toBeNull()
  await metadata.forwarders.update(id, { is_active: true })
  await apply()
  await vi.waitUntil(() => receiver.lines.length === 2, within)
  expect(receiver.lines[1]).toBe('<3>Jan 15 08:00:03 fw-1 k: message 5 x1')
})

test('events that wait can be skipped, and are counted', async () => {
  const { append, create, metadata, apply } = await openForwarding()
  const receiver = await openSyslogReceiver()
  const { id, state } = await create({ syslog: { host: '127.0.0.1', port: receiver.port } })
  await receiver.stop()
  await append(event(2, [0]), event(3, [1]))
  await vi.waitUntil(async () => (await state()).state === 'retrying', within)
  expect((await state()).error).toContain(`127.0.0.1:${receiver.port}`)
  await metadata.forwarders.skip(id)
  await receiver.listen()
  await apply()
  await vi.waitUntil(async () => (await state()).skipped === 2, within)
  await append(event(4, [2]))
  await vi.waitUntil(() => receiver.lines.length > 0, within)
  expect(receiver.lines.map(messageOf)).toEqual(['message 4'])
})

test('a paused forwarder counts what waits, and skips it at once', async () => {
  const { append, create, metadata, apply } = await openForwarding()
  const receiver = await openSyslogReceiver()
  const { id, state } = await create({ syslog: { host: '127.0.0.1', port: receiver.port } })
  await append(event(2, [5]), event(3, [1]))
  await vi.waitUntil(() => receiver.lines.length === 2, within)
  await metadata.forwarders.update(id, { is_active: false })
  await apply()
  await append(event(4, [5]), event(5, [1]))
  // Each change of a forwarder begins a new count.
  await metadata.forwarders.update(id, { name: 'Changed' })
  await apply()
  const waits = { state: 'paused', waiting: 2, oldest_waiting: start + 1 }
  await vi.waitFor(async () => expect(await state()).toMatchObject(waits), within)
  await metadata.forwarders.skip(id)
  await apply()
  const none = { state: 'paused', waiting: 0, oldest_waiting: null, skipped: 2 }
  await vi.waitFor(async () => expect(await state()).toMatchObject(none), within)
  await append(event(6, [6]))
  await metadata.forwarders.update(id, { is_active: true })
  await apply()
  await vi.waitUntil(() => receiver.lines.length === 3, within)
  expect(receiver.lines.map(messageOf)).toEqual(['message 2', 'message 3', 'message 6'])
})

test('rows of a day that is dropped before they are sent are counted', async () => {
  const { append, create, metadata, apply, store } = await openForwarding()
  const filter = [{ field: 'host', value: 'fw-*' }]
  const { id, state } = await create({ filter, file: { name: 'siem.json' } })
  await append(event(2, [0]))
  await vi.waitUntil(async () => (await state()).sent === 1, within)
  await metadata.forwarders.update(id, { is_active: false })
  await apply()
  const day = { from: start - 28_800, to: start + 57_600 }
  await append(event(3, [1]), event(4, [2, 3]), event(5, [4], { host: 'db-1' }), event(6, [60_000]))
  const afterDrop = await countUnsent(metadata.forwarders, store, day, log)
  expect((await state()).expired, 'not dropped yet').toBe(0)
  await afterDrop()
  // The event 4 has a row for each of its seconds.
  expect((await state()).expired).toBe(3)
})

test('a process whose claims may have ended stops sending, and resumes once it has claims', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<void>()
  const database = { answers: Promise.resolve() }
  const { append, create } = await openForwarding({
    isOnlyProcess: false,
    times: { lookMs: 50, maxUnclaimedMs: 1_000 },
    beforeClaim: () => database.answers,
  })
  const receiver = await openSyslogReceiver()
  await create({ syslog: { host: '127.0.0.1', port: receiver.port } })
  await vi.waitUntil(() => receiver.open() === 1, within)
  database.answers = answer
  await vi.waitUntil(() => receiver.open() === 0, within)
  await append(event(2, [0]))
  resolve()
  await vi.waitUntil(() => receiver.lines.length === 1, within)
  expect(receiver.connections()).toBeGreaterThan(1)
})

test('events that have waited for too long are skipped', async () => {
  const { append, create, metadata, apply } = await openForwarding()
  const receiver = await openSyslogReceiver()
  const { id, state } = await create({
    is_active: true,
    max_age: 60,
    syslog: { host: '127.0.0.1', port: receiver.port },
  })
  await metadata.forwarders.update(id, { is_active: false })
  await apply()
  const old = (Date.now() / 1_000 - 3_600 - start) | 0
  const now = (Date.now() / 1_000 - start) | 0
  await append(event(2, [old]), event(3, [old]))
  await append(event(4, [now]))
  await metadata.forwarders.update(id, { is_active: true })
  await apply()
  await vi.waitUntil(() => receiver.lines.length > 0, within)
  expect(receiver.lines.map(messageOf)).toEqual(['message 4'])
  await vi.waitUntil(async () => (await state()).skipped === 2, within)
})

test('a test event says what came back', async () => {
  const { create, testEvent } = await openForwarding()
  const receiver = await openSyslogReceiver()
  const { id } = await create({ syslog: { host: '127.0.0.1', port: receiver.port } })
  expect(await testEvent(id)).toBeUndefined()
  expect(receiver.lines.at(-1)).toContain('Test event of the forwarder SIEM')
  await receiver.stop()
  expect(await testEvent(id)).toBe(`127.0.0.1:${receiver.port} cannot be reached: connect ECONNREFUSED.`)
})
