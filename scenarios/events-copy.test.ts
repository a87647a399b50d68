import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { emptyDatabase, startServer } from '../scripts/testing/postgres-server.ts'
import { TestServer } from '../src/storage/testing/clickhouse-server.ts'
import { Client } from './testing/client.ts'
import { Load } from './testing/load.ts'
import { Millrace } from './testing/millrace.ts'
import { NumberedLoad } from './testing/numbered-load.ts'
import { faultsOfRows } from './testing/numbered-rows.ts'
import { readLedger, settledLedger } from './testing/service-ledger.ts'
import { until } from './testing/until.ts'
import { faultsOfRound, repeatedEvents, windowsOf } from './testing/verify.ts'

const window = 60
const eventsOfBatch = 200
const kills = Number(process.env.KILLS ?? 4)

let server: TestServer
let millrace: Millrace
beforeAll(async () => {
  server = await TestServer.start()
  millrace = await Millrace.start({ MILLRACE_DEDUP_WINDOW: String(window) })
})
afterAll(async () => {
  await millrace?.remove()
  await server?.kill()
})

/** Runs `millrace events copy`, until its end or until it has said so many lines; `meanwhile` begins with its first one. */
async function copy(
  of: Millrace,
  maxLines = Number.POSITIVE_INFINITY,
  meanwhile: () => Promise<void> = async () => {},
) {
  const child = of.command('events', 'copy')
  let output = ''
  let other: Promise<void> | undefined
  const hear = (chunk: Buffer) => {
    output += chunk
    other ??= meanwhile()
    if (output.split('\n').length > maxLines) child.kill('SIGKILL')
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const [code] = await once(child, 'close')
  await other
  return { code, output }
}

test('days move to a server while events come in, and copy, service and server are killed: none is lost or doubled', async () => {
  const load = new Load(millrace)
  load.start()
  await load.acknowledged(4_000)
  // In the middle of inserts: what waits in the spool goes to the server, and may be in the folder too.
  await millrace.kill9()
  await millrace.restart({ MILLRACE_CLICKHOUSE_URL: server.url })
  let starts = 1
  load.nextRound()
  await load.acknowledged(500)
  const restartServer = async () => {
    await server.kill()
    await server.restart()
  }
  const restartService = async () => {
    await millrace.kill9()
    await millrace.restart()
    starts++
  }
  const others = [undefined, restartServer, undefined, restartService]
  for (let kill = 0; kill < kills; kill++) {
    const { output } = await copy(millrace, 2 + kill, others[kill % others.length])
    expect(output).not.toMatch(/differs|rows with the checksum/)
  }
  const { code, output } = await copy(millrace)
  expect(output).toMatch(/^\d+ days on the server equal those in /m)
  expect(code).toBe(0)
  await load.acknowledged(500)
  await load.stop()

  const { client } = millrace
  for (const round of load.rounds.keys()) expect(await faultsOfRound(load, client, round)).toEqual([])
  for (const [message, times] of load.repeats) {
    const events = await repeatedEvents(client, message, times.length)
    expect([message, events.reduce((sum, { counter }) => sum + counter, 0)]).toEqual([message, times.length])
    // A start knows the open windows of the events that it finds: those of the folder are not there yet.
    expect(events.length).toBeLessThanOrEqual(windowsOf(times, window).length + starts)
    expect(events.filter(({ first }) => !times.includes(first))).toEqual([])
  }
  await settledLedger(client)
  expect(await server.query('SELECT count() FROM millrace.events_copy')).toBe('0')
})

test('days move to two shards of two nodes, with what a killed service had in its spool, while a node and the copy are killed', async () => {
  const [servers, postgres] = await Promise.all([TestServer.startShards(), startServer()])
  const berlin = await Millrace.start()
  let paris: Millrace | undefined
  onTestFinished(async () => {
    await paris?.remove()
    await berlin.remove()
    await Promise.all([...servers.map(server => server.kill()), postgres.stop()])
  })
  const send = async (from: number) =>
    await berlin.client.send(
      Array.from({ length: eventsOfBatch }, (_, index) => ({
        message: `number ${from + index}`,
        host: 'http-berlin',
        program: 'before',
        ts: Date.now() / 1_000 - (index % 4) * 86_400,
      })),
    )
  for (let sent = 0; sent < 10 * eventsOfBatch; sent += eventsOfBatch) expect(await send(sent)).toBe(200)
  await berlin.kill9()
  const settings = {
    MILLRACE_POSTGRES_URL: postgres.address.replace('DATABASE', emptyDatabase),
    MILLRACE_CLICKHOUSE_URL: servers.map(({ url }) => url).join(','),
    MILLRACE_CLICKHOUSE_CLUSTER: 'millrace',
  }
  berlin.configure({ ...settings, MILLRACE_NODE: 'berlin' })
  const [moved] = await once(
    berlin.command('metadata', 'copy', '--from', 'sqlite', '--to', 'postgres'),
    'close',
  )
  expect(moved).toBe(0)
  await berlin.restart()
  const key = readFileSync(path.join(berlin.dataDir, 'instance.key')).toString('hex')
  const other = await Millrace.start({
    ...settings,
    MILLRACE_NODE: 'paris',
    MILLRACE_INSTANCE_KEY: key,
  })
  paris = other
  const atParis = new Client({
    get url() {
      return other.url
    },
    token: berlin.token,
  })
  const tcp = () => other.address('syslog_tcp')
  const numbered = new NumberedLoad({ name: 'paris', client: atParis, tcp }, 500)
  await copy(berlin, 3, async () => {
    await other.kill9()
    await other.restart()
  })
  const { code, output } = await copy(berlin)
  expect(output).toMatch(/^\d+ days on the server equal those in /m)
  expect(code).toBe(0)
  expect(await send(10 * eventsOfBatch)).toBe(200)
  await numbered.stop()

  const stored = async () => Number((await servers[0].rows('SELECT count() FROM millrace.events'))[0]?.[0])
  for (const client of [berlin.client, atParis]) {
    // Each node tells the other what it has counted now and then.
    await until('the counts of both nodes', async () => {
      const { totals } = await readLedger(client)
      return totals.in_flight === 0 && totals.stored === (await stored())
    })
    const { totals } = await settledLedger(client)
    const rows = await servers[0].rows('SELECT count(), uniqExact(id), sum(count) FROM millrace.events')
    expect(rows).toEqual([[totals.stored, totals.stored, totals.stored]])
  }
  const before = `SELECT uniqExact(message), count() FROM millrace.events WHERE program = 'before'`
  expect(await servers[0].rows(before)).toEqual([[11 * eventsOfBatch, 11 * eventsOfBatch]])
  expect(await faultsOfRows([numbered], sql => servers[0].rows(sql))).toEqual([])
  for (const server of servers) {
    const days = `SELECT count() FROM millrace.events_local WHERE program = 'before' AND sec < today()`
    expect(Number(await server.query(days))).toBeGreaterThan(0)
    expect(await server.query('SELECT count() FROM millrace.events_copy_local')).toBe('0')
  }
})
