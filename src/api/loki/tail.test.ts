import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { LogqlReads } from '../../query/logql/logql-reads.ts'
import { ArrivingLines } from '../../query/logql/testing/arriving-lines.ts'
import { immediateTurns } from '../../query/logql/testing/no-events.ts'
import { Fault } from '../../schema/fault.ts'
import { until } from '../../testing/until.ts'
import { LiveClient } from '../testing/live-client.ts'
import { tokenHeaders, tokenSecret } from '../testing/people.ts'
import { portOf, type TestServer, testServer } from '../testing/test-server.ts'

let lines: ArrivingLines
let server: TestServer
let port: number
let reads: CountedReads
const clients: LiveClient[] = []

class CountedReads extends LogqlReads {
  rounds = 0
  override events(...asked: Parameters<LogqlReads['events']>): ReturnType<LogqlReads['events']> {
    this.rounds++
    return super.events(...asked)
  }
}

beforeAll(async () => {
  lines = await ArrivingLines.open()
  reads = new CountedReads(lines.store, immediateTurns)
  server = await testServer({
    logql: reads,
    live: { sweepIntervalMs: 50 },
  })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  port = portOf(server.app)
})
afterEach(() => {
  for (const client of clients.splice(0)) client.socket.terminate()
})
afterAll(async () => {
  await server.app.close()
  await lines.store.close()
})

const addressOf = (parameters: Record<string, string>) =>
  `/loki/api/v1/tail?${new URLSearchParams({ query: '{host=~".+"}', ...parameters })}`

async function tail(parameters: Record<string, string> = {}, headers = tokenHeaders('user-admin')) {
  const client = await LiveClient.open(port, headers, addressOf(parameters))
  clients.push(client)
  return client
}

type Frame = { streams: { stream: { host: string }; values: string[][] }[]; dropped_entries: unknown }
async function linesOf(client: LiveClient): Promise<string[]> {
  // The server's frame format.
  const { streams, dropped_entries } = (await client.next()) as Frame
  expect(dropped_entries).toBeNull()
  const lines = streams.flatMap(({ values }) => values)
  return lines.sort(([a], [b]) => Number(a) - Number(b)).map(([, line]) => line ?? '')
}

test('the newest lines of the past come first, then what comes in, once', async () => {
  await lines.arrive(['fw-1', 'one'], ['fw-1', 'two'], ['web-1', 'three'])
  const client = await tail({ limit: '2' })
  const ann = await tail({}, { authorization: `Bearer ${tokenSecret('user-ann')}` })
  const filtered = await tail({ query: '{host="fw-1"} |= "o" != "two"' })
  expect(await linesOf(client)).toEqual(['two', 'three'])
  expect(await linesOf(ann)).toEqual(['one', 'two'])
  expect(await linesOf(filtered)).toEqual(['one'])
  await lines.arrive(['web-1', 'four'], ['fw-1', 'five o'])
  expect(await linesOf(client)).toEqual(['four', 'five o'])
  expect(await linesOf(ann)).toEqual(['five o'])
  expect(await linesOf(filtered)).toEqual(['five o'])
})

test('the stages of an expression run on each new line', async () => {
  await lines.arrive(
    ['json-1', '{"level":"error","n":1}'],
    ['json-1', '{"level":"info","n":2}'],
    ['json-1', 'x'],
  )
  const client = await tail({ query: '{host="json-1"} | json | level="error"' })
  expect(await linesOf(client)).toEqual(['{"level":"error","n":1}'])
  await lines.arrive(['json-1', '{"level":"info","n":3}'])
  await lines.arrive(['json-1', '{"level":"error","n":4}'])
  const { streams } = (await client.next()) as Frame
  expect(streams).toMatchObject([{ stream: { host: 'json-1', level: 'error', n: '4' } }])
})

test('lines wait for late ones with delay_for', async () => {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
  const client = await tail({ delay_for: '1', query: '{host="late"}' })
  await lines.arrive(['late', 'soon', (now + 200) * 1_000])
  let told: string[] | undefined
  const telling = linesOf(client).then(lines => {
    told = lines
  })
  for (const passedMs of [0, 1_199]) {
    vi.setSystemTime(now + passedMs)
    const { rounds } = reads
    // The first round may have started before; the second is after it.
    await until('two rounds', () => reads.rounds > rounds + 2)
    expect(told).toBeUndefined()
  }
  vi.setSystemTime(now + 1_201)
  await telling
  expect(told).toEqual(['soon'])
})

/** Lines of `fw-1`, in one batch. */
const arriveMany = (count: number, name: string) =>
  lines.arrive(...Array.from({ length: count }, (_, i): [string, string] => ['fw-1', `${name} ${i}`]))

test('a client that keeps up gets every line of thousands a second, once and in order', async () => {
  const client = await tail({ limit: '1', query: '{host="fw-1"}' })
  await client.next()
  const wanted: string[] = []
  const got: string[] = []
  for (const count of [1_001, 5_000, 10, 2_500]) {
    await arriveMany(count, `part ${count}`)
    for (let i = 0; i < count; i++) wanted.push(`part ${count} ${i}`)
    while (got.length < wanted.length) got.push(...(await linesOf(client)))
  }
  expect(got).toEqual(wanted)
})

test('more lines than a round has are reported', async () => {
  const client = await tail({ limit: '1', query: '{host="fw-1"}' })
  await client.next()
  await arriveMany(10_001, 'many')
  const { streams, dropped_entries } = (await client.next()) as Frame
  expect(streams.flatMap(({ values }) => values).length).toBe(10_000)
  const [first = []] = streams[0]?.values ?? []
  expect(dropped_entries).toEqual([{ labels: {}, timestamp: first[0] }])
  await arriveMany(1, 'next')
  expect(await linesOf(client)).toEqual(['next 0'])
})

test('more lines than a round has are reported, even if a stage drops the lines of the round', async () => {
  await lines.arrive(['drop-1', 'a=1'])
  const client = await tail({ query: '{host="drop-1"} | logfmt | a!="0"' })
  expect(await linesOf(client)).toEqual(['a=1'])
  const noise = Array.from({ length: 10_000 }, (): [string, string] => ['drop-1', 'a=0'])
  await lines.arrive(['drop-1', 'a=2'], ...noise)
  const timestamp = expect.stringMatching(/^\d{16}000$/)
  expect(await client.next()).toEqual({ streams: [], dropped_entries: [{ labels: {}, timestamp }] })
})

test('a tail whose query fails for good ends with what is wrong', async () => {
  class Quarantined extends LogqlReads {
    override events(): Promise<never> {
      return Promise.reject(new Fault('query_quarantined', { detail: `ä${'€'.repeat(100)}` }))
    }
  }
  const failing = await testServer({ logql: new Quarantined(lines.store, immediateTurns) })
  try {
    await failing.app.listen({ host: '127.0.0.1', port: 0 })
    const client = await LiveClient.open(portOf(failing.app), tokenHeaders('user-admin'), addressOf({}))
    const [code, reason] = await once(client.socket, 'close')
    expect([code, String(reason)]).toEqual([1011, `ä${'€'.repeat(40)}`])
  } finally {
    await failing.app.close()
  }
})

test('a token that is revoked ends its tail', async () => {
  const { tokens, users } = server.people.metadata
  const { id } = await users.create({ username: 'grafana' })
  await server.people.metadata.groups.create({
    name: 'viewers',
    permissions: ['search'],
    hosts: ['*'],
    members: [id],
  })
  const token = await tokens.create({ userId: id, managesUsers: false }, {})
  const client = await tail({ limit: '1' }, { authorization: `token ${token.secret_key}` })
  await client.next()
  const closed = client.closed()
  const headers = { authorization: `token ${token.secret_key}` }
  await server.app.inject({ method: 'DELETE', url: `/api/authtokens/${token.secret_key}`, headers })
  expect(await closed).toBe(1008)
})

test.each<
  [parameters: Record<string, string>, headers: Record<string, string>, status: number, text: string]
>([
  [
    { query: '{host="a"} | unpack' },
    tokenHeaders('user-admin'),
    400,
    'parse error at line 1, col 14: the stage "unpack" is not supported',
  ],
  [
    { query: 'rate({host="a"}[5m])' },
    tokenHeaders('user-admin'),
    400,
    'parse error at line 1, col 1: syntax error: unexpected name rate, expecting "{"',
  ],
  [{ delay_for: '6' }, tokenHeaders('user-admin'), 400, "delay_for can't be greater than 5"],
  [{}, {}, 401, 'Authentication credentials were not provided.'],
  [{}, tokenHeaders('user-bob'), 403, 'You do not have permission to perform this action.'],
])('a handshake with %j is answered before it is made', async (parameters, headers, status, text) => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${addressOf(parameters)}`, { headers })
  socket.on('error', () => {})
  const [, response] = await once(socket, 'unexpected-response')
  let body = ''
  for await (const chunk of response) body += String(chunk)
  expect([response.statusCode, body]).toEqual([status, text])
})
