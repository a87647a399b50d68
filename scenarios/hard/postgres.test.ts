import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, startServer } from '../../scripts/testing/postgres-server.ts'
import type { Trigger } from '../../src/schema/triggers/trigger.ts'
import { matching } from '../testing/client.ts'
import { Millrace } from '../testing/millrace.ts'
import { until } from '../testing/until.ts'

const batches = 60
const eventsOfBatch = 20

let server: Awaited<ReturnType<typeof startServer>>
let millrace: Millrace

beforeAll(async () => {
  server = await startServer()
  millrace = new Millrace({
    MILLRACE_POSTGRES_URL: server.address.replace('DATABASE', emptyDatabase),
    MILLRACE_POSTGRES_TIMEOUT: '5',
  })
  await millrace.restart()
})
afterAll(async () => {
  await millrace?.remove()
  await server?.stop()
})

test('with metadata in PostgreSQL, ends of the database and of the service lose and double nothing', async () => {
  const { client } = millrace
  const draft = { name: 'Down', ...matching('down'), issue_notification: true }
  const created = await client.post('/api/triggers', draft)
  expect(created.status).toBe(201)
  const made = (await created.json()) as Trigger
  let sent = 0
  const statuses = new Set<number>()
  /** Sends a batch until it is accepted: with the same key it counts once. */
  const send = async (batch: number) => {
    const events = Array.from({ length: eventsOfBatch }, (_, number) => ({
      ...{ host: `fw-${batch % 3}`, message: `Link ${batch}-${number} is down` },
    }))
    await until(`batch ${batch} to be taken`, async () => {
      const status = await client.send(events, `batch-${batch}`).catch(() => 0)
      statuses.add(status)
      return status === 200
    })
    sent += eventsOfBatch
  }
  const sending = (async () => {
    for (let batch = 0; batch < batches; batch++) await send(batch)
  })()
  await until('the first batches', () => sent >= 5 * eventsOfBatch)
  await server.end()
  const refused = await until('an answer without metadata', async () => {
    const answer = await client.get('/api/triggers')
    return answer.status === 503 && ((await answer.json()) as { code: string }).code
  })
  expect(refused).toBe('metadata_unavailable')
  await server.begin()
  await until('an answer with metadata', async () => (await client.get('/api/triggers')).status === 200)
  await millrace.kill9()
  await millrace.restart()
  await sending
  expect(sent).toBe(batches * eventsOfBatch)

  const triggerOf = async () => (await (await client.get(`/api/triggers/${made.id}`)).json()) as Trigger
  await until('all matches to be recorded', async () => ((await triggerOf()).hits_count ?? 0) >= sent)
  expect(await triggerOf()).toMatchObject({ hits_count: sent, notifications_count: sent })
  expect(await client.count('down')).toEqual({ events: sent, occurrences: sent })
  expect([...statuses].filter(status => ![0, 200, 503].includes(status))).toEqual([])
  const { code } = await millrace.stop()
  expect(code).toBe(0)
})
