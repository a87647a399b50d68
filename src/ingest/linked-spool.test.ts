import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { imbalanceOf } from './ledger/balance.ts'
import { LedgerJournal } from './spool/ledger-journal.ts'
import { linkSpool } from './spool/spool-links.ts'
import { CollectingSink } from './testing/collecting-sink.ts'
import { eventsSubmission } from './testing/submission.ts'
import { TestIngest } from './testing/test-ingest.ts'
import { testPorts } from './testing/test-ports.ts'
import { testSettings } from './testing/test-settings.ts'
import { Ingest } from './worker/ingest.ts'

const daysBack = [0, 1, 9, 20]
/** So far apart that a commit of the body has several files. */
const bodyOf = (name: string) =>
  eventsSubmission(daysBack.map(days => ({ message: name, ts: Date.now() / 1_000 - days * 86_400 })))

async function openTestIngest(): Promise<TestIngest> {
  const opened = await new TestIngest().open()
  onTestFinished(() => opened.close())
  return opened
}

it('links what the paused store does not have: together they are what was acknowledged, each body whole, with its ledger', async () => {
  const opened = await openTestIngest()
  const { ingest, store, folder } = opened
  const before = ['a', 'b', 'c']
  for (const name of before.slice(0, 2)) expect((await ingest.submitIncoming(bodyOf(name))).status).toBe(200)
  await ingest.flush()

  await ingest.pauseDelivery(60_000)
  expect((await ingest.submitIncoming(bodyOf('c'))).status).toBe(200)
  const stored = store.rows.length
  // Commits continue during the linking.
  let isLinked = false
  const more = async (sender: number) => {
    for (let body = 0; !isLinked || body < 3; body++) await ingest.submitIncoming(bodyOf(`${sender}-${body}`))
  }
  const senders = [0, 1, 2].map(more)
  const linked = path.join(folder, 'linked')
  mkdirSync(linked)
  await ingest.linkSpool(linked)
  isLinked = true
  await Promise.all(senders)
  expect(store.rows).toHaveLength(stored)
  const atOnce = store.rows.slice()
  expect(ingest.resumeDelivery()).toBe(true)

  const rest = new CollectingSink()
  const ports = testPorts({ sink: rest.sink, warn: message => opened.warnings.push(message) })
  const restored = await Ingest.open(testSettings(linked, { listeners: [] }), ports)
  onTestFinished(() => restored.close())
  await restored.start()
  await restored.flush()
  const times = Map.groupBy([...atOnce, ...rest.rows], ({ message }) => message)
  for (const name of before) expect(times.get(name)).toHaveLength(daysBack.length)
  for (const rows of times.values()) expect(rows).toHaveLength(daysBack.length)
  const counters = await restored.counters()
  expect(imbalanceOf(counters)).toBe(0)
  expect(counters.stored).toBe(atOnce.length + rest.rows.length)
  expect(opened.warnings).toEqual([])
})

it('links nothing that the store has', async () => {
  const { ingest, folder } = await openTestIngest()
  await ingest.submitIncoming(bodyOf('stored'))
  await ingest.flush()
  await ingest.pauseDelivery(60_000)
  const linked = path.join(folder, 'linked')
  await ingest.linkSpool(linked)
  expect(readdirSync(linked).sort()).toEqual(['broken', 'keys.log', 'ledger.log', 'refused'])
})

it.each([
  ['a file', (names: string[]) => names.slice(0, 1)],
  ['all files of a commit, which is forgotten then', (names: string[]) => names],
])('leaves out what a full spool drops meanwhile: %s', async (_what, droppedOf) => {
  const { ingest, spool, folder } = await openTestIngest()
  await ingest.pauseDelivery(60_000)
  await ingest.submitIncoming(bodyOf('dropped'))
  const names = readdirSync(spool).filter(name => name.endsWith('.rb'))
  expect(names.length).toBeGreaterThan(1)
  const dropped = droppedOf(names)
  const linked = path.join(folder, 'linked')
  const journal = new LedgerJournal(path.join(spool, 'ledger.log'))
  onTestFinished(() => journal.close())
  // Each name is checked once before it is linked, and again once the logs are copied.
  let questions = 0
  const isSettled = (name: string) => {
    if (questions++ === names.length)
      for (const file of dropped) {
        journal.settle(file, [], Date.now())
        journal.forget(file)
      }
    return journal.isSettled(name)
  }
  await linkSpool(spool, { find: name => journal.find(name), isSettled }, linked)
  expect(readdirSync(linked).filter(name => name.endsWith('.rb'))).toEqual(names.slice(dropped.length))
})

it('resumes delivery on its own when the pause is not ended, and says so', async () => {
  const { ingest, store } = await openTestIngest()
  await ingest.pauseDelivery(20)
  await ingest.submitIncoming(bodyOf('late'))
  await ingest.flush()
  expect(store.rows).toHaveLength(daysBack.length)
  expect(ingest.resumeDelivery()).toBe(false)
})

it('waits for what the store is taking, and delivers the rest when it ends in the pause', async () => {
  const opened = await openTestIngest()
  const { ingest, store } = opened
  const gate = Promise.withResolvers<void>()
  opened.hold(gate.promise)
  await ingest.submitIncoming(bodyOf('under way'))
  let isPaused = false
  const paused = ingest.pauseDelivery(60_000).then(() => {
    isPaused = true
  })
  await ingest.submitIncoming(bodyOf('waits'))
  expect(isPaused).toBe(false)
  gate.resolve()
  await paused
  expect(store.rows.length).toBeGreaterThan(0)
  expect(store.rows.map(({ message }) => message)).not.toContain('waits')
  await opened.end()
  expect(store.rows).toHaveLength(2 * daysBack.length)
})
