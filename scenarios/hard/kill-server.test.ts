import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestServer } from '../../src/storage/testing/clickhouse-server.ts'
import { isDeep } from '../../src/testing/depth.ts'
import { eventually } from '../../src/testing/until.ts'
import { Load } from '../testing/load.ts'
import { Millrace } from '../testing/millrace.ts'
import { groupMembers } from '../testing/process-group.ts'
import { settledLedger } from '../testing/service-ledger.ts'
import { faultsOfRound, repeatedEvents, windowsOf } from '../testing/verify.ts'

const eventsBetween = isDeep ? 300 : 100
const window = 60

let server: TestServer
let millrace: Millrace
beforeAll(async () => {
  server = await TestServer.start()
  millrace = await Millrace.start({
    MILLRACE_CLICKHOUSE_URL: server.url,
    MILLRACE_DEDUP_WINDOW: String(window),
    MILLRACE_METRICS: 'token',
  })
})
afterAll(async () => {
  await millrace?.remove()
  await server?.kill()
})

async function get(path: string): Promise<{ status: number; text: string }> {
  const answer = await millrace.client.get(path)
  return { status: answer.status, text: await answer.text() }
}

test('events on a ClickHouse server are neither lost nor doubled when it is killed or hangs, and the service says so', async () => {
  // No engine: the service is one process.
  expect(groupMembers(millrace.pid)).toHaveLength(1)
  expect((await get('/ping')).status).toBe(200)
  const load = new Load(millrace)
  load.start()
  const up = async () => (await get('/metrics')).text.match(/millrace_clickhouse_up\{.*\} (\d)/)?.[1]
  const isNamed = async () => {
    const { status, text } = await get('/ping')
    return status === 503 && text.includes(`127.0.0.1:${server.port}`)
  }
  for (const how of ['killed', 'hung'] as const) {
    await load.acknowledged(eventsBetween)
    if (how === 'killed') await server.kill()
    else process.kill(server.pid, 'SIGSTOP')
    await eventually(isNamed).toBe(true)
    expect(await up()).toBe('0')
    // Accepted and acknowledged while there is no store.
    await load.acknowledged(eventsBetween)
    if (how === 'killed') await server.restart()
    else process.kill(server.pid, 'SIGCONT')
    await eventually(async () => (await get('/ping')).status).toBe(200)
    expect(await up()).toBe('1')
    load.nextRound()
  }
  // The whole service, during inserts.
  await load.acknowledged(eventsBetween)
  await millrace.kill9()
  await millrace.restart()
  await load.acknowledged(eventsBetween)
  await load.stop()

  const { client } = millrace
  for (const round of load.rounds.keys()) expect(await faultsOfRound(load, client, round)).toEqual([])
  for (const [message, times] of load.repeats)
    expect(await repeatedEvents(client, message, times.length), message).toEqual(windowsOf(times, window))
  await settledLedger(client)
})
