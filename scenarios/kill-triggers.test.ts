import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Trigger } from '../src/schema/trigger.ts'
import { startMillrace } from './testing/service.ts'
import { until } from './testing/until.ts'

/** KILLS=20 for two minutes. */
const kills = Number(process.env.KILLS ?? 6)
const senders = 3
const eventsOfBatch = 20
const pauseMs = 20
const retryMs = 50
/** The receiver takes its time, so that kills come during requests too. */
const answerMs = 40
const requestsBetween = 4

const millrace = startMillrace({ MILLRACE_WEBHOOK_ALLOW: '127.0.0.1' })
const { client } = millrace

/** Matches that were told, by idempotency key. */
const told = new Map<string, number>()
const faults: string[] = []
let requests = 0
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', async () => {
    // What the form `generic` sends; its test holds it to this.
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

/** Events that are sent again until they are taken: each is stored once. */
let taken = 0
let isStopping = false
let resume: PromiseWithResolvers<void> | undefined
let inFlight = 0

async function send(sender: number): Promise<void> {
  for (let batch = 0; !isStopping; batch++) {
    await resume?.promise
    inFlight++
    const events = Array.from({ length: eventsOfBatch }, (_, i) => ({
      message: `link down ${sender} ${batch} ${i}`,
      host: `fw-${i % 5}`,
    }))
    events.push({ message: 'the same again', host: 'again-1' })
    const key = randomBytes(12).toString('hex')
    while ((await client.send(events, key).catch(() => 0)) !== 200) await setTimeout(retryMs)
    taken++
    inFlight--
    await setTimeout(pauseMs)
  }
}

async function create(draft: Record<string, unknown>): Promise<number> {
  const answer = await client.post('/api/triggers', draft)
  expect(answer.status).toBe(201)
  return ((await answer.json()) as Trigger).id
}

/** The shape of this route; the tests of the API hold it to it. */
const trigger = async (id: number) => (await (await client.get(`/api/triggers/${id}`)).json()) as Trigger

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
  const toldMatches = () => Array.from(told.values()).reduce((sum, count) => sum + count, 0)

  const running = Array.from({ length: senders }, (_, sender) => send(sender))
  for (let kill = 1; kill <= kills; kill++) {
    const before = requests
    await until('some webhooks', () => requests >= before + requestsBetween, 60)
    // Anywhere between two commits, not always right behind one.
    await setTimeout(Math.random() * 300)
    await millrace.kill9()
    await millrace.restart()
    resume = Promise.withResolvers()
    await until('the last batches', () => inFlight === 0, 60)
    await agree(`kill ${kill}`)
    resume.resolve()
    resume = undefined
  }
  isStopping = true
  await Promise.all(running)
  await agree('the end')
  const events = taken * eventsOfBatch
  await until('the last webhook', () => toldMatches() >= events, 60)
  expect([toldMatches(), faults]).toEqual([events, []])
  expect(requests).toBeGreaterThanOrEqual(told.size)
  console.log(`${events} events matched, and ${taken} repeats; ${told.size} actions in ${requests} requests`)

  /** Counts are what was taken, once all of it is recorded, and never more. */
  async function agree(when: string): Promise<void> {
    const wanted = [taken * eventsOfBatch, taken]
    const counts = await until(
      `all matches after ${when}`,
      async () => {
        const found = [await trigger(each), await trigger(repeats)]
        const hits = found.map(({ hits_count }) => hits_count)
        const isAll = hits.every((count, at) => (count ?? 0) >= (wanted[at] ?? 0))
        return isAll ? found : undefined
      },
      60,
    )
    for (const member of ['hits_count', 'notifications_count', 'unread_count'] as const)
      expect([when, ...counts.map(found => found[member])]).toEqual([when, ...wanted])
  }
})
