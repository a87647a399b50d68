import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openTemporaryMetadata, temporaryFolder } from '../metadata/testing/temporary.ts'
import type { ForwarderDraft } from '../schema/forwarding/forwarder.ts'
import { ordinary, rowsOf, spoolFile, type TestEvent } from '../storage/testing/spool-file.ts'
import { openTestStore } from '../storage/testing/test-store.ts'
import { openLog } from '../telemetry/log.ts'
import { ForwardThread } from './forward-thread.ts'
import { Forwarding } from './runner/forwarding.ts'
import { openSyslogReceiver } from './testing/syslog-receiver.ts'

const start = 1_800_000_000
const second = 1_000_000

function event(id: number, seconds: readonly number[], also: Partial<TestEvent> = {}): TestEvent {
  const occurrences = seconds.map(at => (start + at) * second)
  return { ...ordinary, id, message: `message ${id}`, tags: {}, occurrences, ...also }
}

/** A store, metadata and the forwarders of a process on top of them. */
async function openForwarding() {
  const store = await openTestStore()
  onTestFinished(() => store.close())
  const { metadata } = await openTemporaryMetadata()
  const time = { deliveredUntil: start }
  const open = () => {
    const thread = new ForwardThread(() => {})
    const forwarding = new Forwarding({
      forwarders: metadata.forwarders,
      store,
      thread,
      deliveredUntil: async () => time.deliveredUntil,
      now: () => Date.now() / 1_000,
      common: () => ({ instance: 'one', folder, allowed: ['127.0.0.1'], ownPorts: [] }),
      isOnlyProcess: true,
      log: openLog('silent', { write() {} }),
    })
    const close = async () => {
      await forwarding.close()
      await thread.close()
    }
    return { forwarding, thread, close }
  }
  const folder = temporaryFolder()
  let running = open()
  onTestFinished(() => running.close())
  return {
    metadata,
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

const messageOf = (line: string) => line.replace(/^.*\] /, '')
const counterOf = (line: string) => Number(/ counter="(\d+)"/.exec(line)?.[1])
const within = { timeout: 20_000, interval: 50 }

test('new events are sent as they arrive; repeats as one event when their window ends', async () => {
  const { append, create, time } = await openForwarding()
  const receiver = await openSyslogReceiver()
  await append(event(1, [0]))
  const { state } = await create({ syslog: { host: '127.0.0.1', port: receiver.port } })
  await append(event(2, [1], { tags: { SrcIP: '10.0.0.1', 'a ]"': 'x"]\\' } }), event(3, [2, 3, 4]))
  await vi.waitUntil(() => receiver.lines.length === 2, within)
  expect(receiver.lines[0]).toBe(
    `<3>1 2027-01-15T08:00:01.000000Z fw-1 kernel - - [millrace@32473 id="2" counter="1" via="one"][tags@32473 SrcIP="10.0.0.1" a__"="x\\"\\]\\\\"] message 2`.replace(
      'a__"=',
      'a___=',
    ),
  )
  expect(receiver.lines.map(messageOf)).toEqual(['message 2', 'message 3'])
  time.deliveredUntil = start + 62
  await vi.waitUntil(() => receiver.lines.length === 3, within)
  expect(receiver.lines[2]).toContain('id="3-1800000003000000" counter="2" last="2027-01-15T08:00:04')
  await vi.waitUntil(async () => (await state()).sent === 0, within)
})

test('nothing is lost when the receiver resets connections, and ids recognise what comes again', async () => {
  const { append, create, state } = await (async () => {
    const opened = await openForwarding()
    return { ...opened, state: 0 }
  })()
  const receiver = await openSyslogReceiver()
  await create({ window_size: 0, syslog: { host: '127.0.0.1', port: receiver.port } })
  expect(state).toBe(0)
  for (let batch = 0; batch < 8; batch++) {
    await append(...Array.from({ length: 500 }, (_, n) => event(batch * 500 + n + 1, [batch])))
    if (batch % 2 === 1) receiver.reset()
    if (batch === 4) {
      await receiver.stop()
      await wait(200)
      await receiver.listen()
    }
    await wait(50)
  }
  const ids = () => new Set(receiver.lines.map(line => /id="([^"]+)"/.exec(line)?.[1]))
  await vi.waitUntil(() => ids().size === 4_000, within)
  expect(receiver.connections()).toBeGreaterThan(2)
})

test('a restart and a kill go on where they were, with the counts of open windows', async () => {
  const { append, create, time, restart, kill } = await openForwarding()
  const receiver = await openSyslogReceiver()
  await create({ http: undefined, syslog: { host: '127.0.0.1', port: receiver.port } } as never)
  await append(event(1, [0, 1]), event(2, [0]))
  await vi.waitUntil(() => receiver.lines.length === 2, within)
  await restart()
  await append(event(3, [5]))
  await vi.waitUntil(() => receiver.lines.some(line => messageOf(line) === 'message 3'), within)
  await kill()
  time.deliveredUntil = start + 100
  await vi.waitUntil(() => receiver.lines.some(line => line.includes('id="1-')), within)
  const repeat = receiver.lines.find(line => line.includes('id="1-')) ?? ''
  expect(counterOf(repeat)).toBe(1)
})
