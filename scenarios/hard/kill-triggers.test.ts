import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventNote } from '../../src/schema/event/event-note.ts'
import type { ActionRun } from '../../src/schema/triggers/action-run.ts'
import type { Trigger } from '../../src/schema/triggers/trigger.ts'
import type { OutgoingEvent } from '../testing/client.ts'
import { startMillrace } from '../testing/service.ts'
import { until } from '../testing/until.ts'

/** KILLS=20 for two minutes. */
const kills = Number(process.env.KILLS ?? 3)
const senders = 3
const eventsOfBatch = 20
const pauseMs = 20
const retryMs = 50
/** The receiver is slow, so that kills also hit during requests. */
const answerMs = 40
const requestsBetween = 4
/** Threshold of the condition, for each host. */
const countToFire = 10
const countedHosts = 2

const millrace = startMillrace({ MILLRACE_WEBHOOK_ALLOW: '127.0.0.1' })
const { client } = millrace

/** Reported matches, by idempotency key. */
const told = new Map<string, number>()
const faults: string[] = []
let requests = 0
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', async () => {
    // The body in the format `generic`, which its own test checks.
    const { idempotency_key: key, matches } = JSON.parse(Buffer.concat(chunks).toString()) as {
      idempotency_key: string
      matches: { count: number }
    }
    requests++
    const before = told.get(key)
    if (before !== undefined && before !== matches.count)
      faults.push(`${key} told ${before}, then ${matches.count}`)
    told.set(key, matches.count)
    await setTimeout(answerMs)
    response.end()
  })
})
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
})
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})

/** Events are sent again until they are accepted: each is stored once. */
let taken = 0
let isStopping = false
let resume: PromiseWithResolvers<void> | undefined
let inFlight = 0
/**
 * Events of each host that the condition counts. Each batch has one second, since a firing uses up the whole
 * second.
 */
const counted = Array.from({ length: countedHosts }, () => 0)
const countedSince = Math.floor(Date.now() / 1_000) - 20_000

async function send(sender: number): Promise<void> {
  for (let batch = 0; !isStopping; batch++) {
    await resume?.promise
    inFlight++
    const events: OutgoingEvent[] = Array.from({ length: eventsOfBatch }, (_, i) => ({
      message: `link down ${sender} ${batch} ${i}`,
      host: `fw-${i % 5}`,
    }))
    events.push({ message: 'the same again', host: 'again-1' })
    const host = batch % countedHosts
    if (sender === 0)
      events.push({ message: `counted ${batch}`, host: `counted-${host}`, ts: countedSince + batch })
    const key = randomBytes(12).toString('hex')
    while ((await client.send(events, key).catch(() => 0)) !== 200) await setTimeout(retryMs)
    taken++
    if (sender === 0) counted[host] = (counted[host] ?? 0) + 1
    inFlight--
    await setTimeout(pauseMs)
  }
}

async function create(draft: Record<string, unknown>): Promise<number> {
  const answer = await client.post('/api/triggers', draft)
  expect(answer.status).toBe(201)
  return ((await answer.json()) as Trigger).id
}

interface Page<Item> {
  objects: Item[]
}

/** The shapes of these routes, which the API tests check. */
const json = async <Shape>(path: string) => (await (await client.get(path)).json()) as Shape
const trigger = (id: number) => json<Trigger>(`/api/triggers/${id}`)

test(`after each of ${kills} kills all matches are counted and notified once, and told at least once`, {
  timeout: 120_000 + kills * 60_000,
}, async () => {
  const { port } = receiver.address() as AddressInfo // it listens on a port, not on a socket
  const each = await create({
    name: 'Each event',
    filter: [{ field: 'host', value: 'fw-*' }],
    send_webhook: true,
    send_webhook_method: 'POST',
    send_webhook_url: `http://127.0.0.1:${port}/`,
    send_webhook_format: 'generic',
    send_webhook_period: 0,
    group_by: 'host',
  })
  const repeats = await create({
    name: 'Each occurrence',
    filter: [{ field: 'host', value: 'again-1' }],
    on_repeats: 'each',
  })
  const condition = await create({
    name: 'Counted for each host',
    filter: [{ field: 'host', value: 'counted-*' }],
    condition: { kind: 'count', count: countToFire, seconds: 86_400, by: 'host' },
    add_note: true,
    note_text: 'Ten of them',
  })
  const toldMatches = () => Array.from(told.values()).reduce((sum, count) => sum + count, 0)

  const running = Array.from({ length: senders }, (_, sender) => send(sender))
  for (let kill = 1; kill <= kills; kill++) {
    const before = requests
    await until('some webhooks', () => requests >= before + requestsBetween)
    // At a random time between two commits, not always right after one.
    await setTimeout(Math.random() * 300)
    await millrace.kill9()
    await millrace.restart()
    resume = Promise.withResolvers()
    await until('the last batches', () => inFlight === 0)
    await agree(`kill ${kill}`)
    resume.resolve()
    resume = undefined
  }
  isStopping = true
  await Promise.all(running)
  await agree('the end')
  const events = taken * eventsOfBatch
  await until('the last webhook', () => toldMatches() >= events)
  expect([toldMatches(), faults]).toEqual([events, []])
  expect(requests).toBeGreaterThanOrEqual(told.size)
  const noted = await until('the last note', async () => {
    const { objects } = await json<Page<ActionRun>>(`/api/actions?trigger=${condition}&page_size=1000`)
    return objects.every(({ status }) => status === 'done') ? objects : undefined
  })
  expect(noted).toHaveLength(firings())
  for (const { event_id } of noted)
    expect((await json<Page<EventNote>>(`/api/events/${event_id}/notes`)).objects).toHaveLength(1)
  console.log(`${events} events matched, and ${taken} repeats; ${told.size} actions in ${requests} requests`)

  function firings(): number {
    return counted.reduce((sum, count) => sum + Math.floor(count / countToFire), 0)
  }

  /** Checks that counts reach the number of accepted events, once all are recorded, and never exceed it. */
  async function agree(when: string): Promise<void> {
    const wanted = [taken * eventsOfBatch, taken, counted.reduce((sum, count) => sum + count, 0)]
    const counts = await until(`all matches after ${when}`, async () => {
      const found = await Promise.all([each, repeats, condition].map(trigger))
      const hits = found.map(({ hits_count }) => hits_count)
      const isAll = hits.every((count, at) => (count ?? 0) >= (wanted[at] ?? 0))
      return isAll ? found : undefined
    })
    expect([when, ...counts.map(found => found.hits_count)]).toEqual([when, ...wanted])
    const notified = [...wanted.slice(0, 2), firings() * countToFire]
    for (const member of ['notifications_count', 'unread_count'] as const)
      expect([when, ...counts.map(found => found[member])]).toEqual([when, ...notified])
  }
})
