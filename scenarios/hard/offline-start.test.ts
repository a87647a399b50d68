import { createSocket } from 'node:dgram'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { emptyDatabase, startServer } from '../../scripts/testing/postgres-server.ts'
import type { SearchResults } from '../../src/schema/query/search.ts'
import type { Trigger } from '../../src/schema/triggers/trigger.ts'
import { TestServer } from '../../src/storage/testing/clickhouse-server.ts'
import { Client, matching } from '../testing/client.ts'
import { LineSender } from '../testing/line-sender.ts'
import { Millrace } from '../testing/millrace.ts'
import { settledLedger } from '../testing/service-ledger.ts'
import { until } from '../testing/until.ts'

const lines = 500

let postgres: Awaited<ReturnType<typeof startServer>>
let clickhouse: TestServer
let millrace: Millrace

beforeAll(async () => {
  ;[postgres, clickhouse] = await Promise.all([startServer(), TestServer.start()])
  millrace = new Millrace({
    MILLRACE_POSTGRES_URL: postgres.address.replace('DATABASE', emptyDatabase),
    MILLRACE_POSTGRES_TIMEOUT: '5',
    MILLRACE_CLICKHOUSE_URL: clickhouse.url,
    MILLRACE_NODE: 'berlin',
  })
  await millrace.restart()
})
afterAll(async () => {
  await millrace?.remove()
  await Promise.all([postgres?.stop(), clickhouse?.kill()])
})

/** The code that /ping answers; undefined while nothing listens. */
async function pingCode(): Promise<string | undefined> {
  if (millrace.ended !== undefined) throw new Error(`Millrace has ended: ${millrace.output}`)
  const answer = await fetch(`${millrace.url}/ping`).catch(() => undefined)
  if (answer === undefined) return undefined
  return answer.status === 503 ? ((await answer.json()) as { code: string }).code : 'OK'
}

const untilPing = async (code: string) =>
  await until(`/ping to answer ${code}`, async () => (await pingCode()) === code)

/**
 * Sends lines over TCP, each twice, with one that a rule drops, and some over UDP. Waits until all are
 * synced.
 */
async function send(round: string): Promise<void> {
  const line = (text: string) => `<134>${round} sshd: ${text}\n`
  const sender = await LineSender.connect(millrace.address('syslog_tcp'))
  for (let number = 0; number < lines; number++) {
    const text = line(`link ${number} of ${round} is down`)
    expect(await sender.send(text + text + line(`noise ${number}`))).toBe(true)
  }
  await sender.end()
  const datagrams = Array.from({ length: 10 }, (_, number) =>
    line(`datagram ${number} of ${round} is down`).trim(),
  )
  const socket = createSocket('udp4')
  const { host, port } = millrace.address('syslog_udp')
  for (const text of datagrams)
    await new Promise<void>((sent, fail) =>
      socket.send(text, port, host, error => (error ? fail(error) : sent())),
    )
  socket.close()
  const wanted = [
    `link ${lines - 1} of ${round}`,
    ...datagrams.map((_, number) => `datagram ${number} of ${round}`),
  ]
  await until(`the lines of ${round} to be in the spool`, () => {
    const spool = path.join(millrace.dataDir, 'spool')
    const text = readdirSync(spool)
      .filter(name => name.endsWith('.rb'))
      .map(name => readFileSync(path.join(spool, name), 'latin1'))
      .join()
    return wanted.every(message => text.includes(message))
  })
}

test('a node that starts while PostgreSQL and ClickHouse are away takes events in, also across a kill, and stores each once', async () => {
  const { client } = millrace
  const draft = { name: 'Down', ...matching('down'), issue_notification: true }
  const { id } = (await (await client.post('/api/triggers', draft)).json()) as Trigger
  const rules = 'rewrite_rules: [{match: {field: message, op: =*, value: noise}, drop: true}]'
  expect((await client.post('/api/rules', { name: 'drop.yaml', text: rules })).status).toBe(200)
  expect(await client.send([{ host: 'before', message: 'link of before is down' }])).toBe(200)
  const hits = async () => ((await (await client.get(`/api/triggers/${id}`)).json()) as Trigger).hits_count
  await until('the first match', async () => (await hits()) === 1)
  await millrace.kill9()
  await Promise.all([postgres.end(), clickhouse.kill()])

  await millrace.begin()
  await untilPing('metadata_unavailable')
  expect(await client.send([{ message: 'link over HTTP is down' }])).toBe(503)
  await send('first')
  await millrace.kill9()
  await millrace.begin()
  await untilPing('metadata_unavailable')
  await send('second')
  await postgres.begin()
  await untilPing('storage_unavailable')
  await send('third')
  // PostgreSQL knows the tokens, so events over HTTP are received too.
  const overHttp = Array.from({ length: 20 }, (_, i) => ({
    host: 'web',
    message: `link ${i} over HTTP is down`,
  }))
  expect(await client.send(overHttp)).toBe(200)
  expect(await new Client({ url: millrace.url, token: 'wrong' }).send(overHttp)).toBe(401)
  const asked = await client.post('/api/query', { type: 'Search', params: {} })
  expect([asked.status, await asked.json()]).toMatchObject([503, { code: 'storage_unavailable' }])
  await clickhouse.restart()
  await millrace.listening()
  await untilPing('OK')

  const sent = 1 + 3 * (lines + 10) + overHttp.length
  await until('all matches', async () => ((await hits()) ?? 0) >= sent)
  expect(await hits()).toBe(sent)
  expect(await client.count('down')).toEqual({ events: sent, occurrences: sent + 3 * lines })
  expect(await client.count('noise')).toEqual({ events: 0, occurrences: 0 })
  const [ids] = await clickhouse.rows('SELECT count(), uniqExact(id) FROM millrace.events WHERE repeat = 0')
  expect(ids).toEqual([sent, sent])
  await settledLedger(client)

  // A start that waits ends in order.
  await millrace.kill9()
  await postgres.end()
  await millrace.begin()
  await untilPing('metadata_unavailable')
  expect(await millrace.stop()).toMatchObject({ code: 0 })
})

test('a node that starts while one of two shards is away stores in the other, answers partially, and completely when it is back', async () => {
  const [[first, second], database] = await Promise.all([TestServer.startShards(), startServer()])
  const node = new Millrace({
    MILLRACE_POSTGRES_URL: database.address.replace('DATABASE', emptyDatabase),
    MILLRACE_CLICKHOUSE_URL: `${first.url},${second.url}`,
    MILLRACE_CLICKHOUSE_CLUSTER: 'millrace',
  })
  onTestFinished(async () => {
    await node.remove()
    await Promise.all([first.kill(), second.kill(), database.stop()])
  })
  await node.restart()
  const { client } = node
  const send = async (round: string, batches: number) => {
    for (let batch = 0; batch < batches; batch++)
      expect(await client.send([{ message: `batch ${batch} of ${round}`, host: 'fw-1' }])).toBe(200)
  }
  await send('before', 6)
  await settledLedger(client)
  const onFirst = Number(await first.query('SELECT count() FROM millrace.events_local'))
  await node.stop()
  await second.kill()

  await node.restart()
  await send('meanwhile', 6)
  const partial = async () => {
    const params = { time_range: { preset: 'last_1_hours' }, page_size: 1 }
    const answer = await client.post('/api/query?partial=true', { type: 'Search', params })
    const { missing_shards, results } = (await answer.json()) as {
      missing_shards: { shard: number }[]
      results: SearchResults
    }
    return { missing: missing_shards.map(({ shard }) => shard), found: results.totals.count }
  }
  // Batches in flight at the end of a run wait for all shards: there were none.
  await until('the events of the shard that answers', async () => (await partial()).found === onFirst + 6)
  expect((await partial()).missing).toEqual([2])
  await second.restart()
  await until('the answer of all shards', async () => (await client.get('/ping')).status === 200)
  expect((await client.count('batch')).events).toBe(12)
  await settledLedger(client)
})
