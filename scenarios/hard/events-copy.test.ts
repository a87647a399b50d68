import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { emptyDatabase, startServer } from '../../scripts/testing/postgres-server.ts'
import { TestServer } from '../../src/storage/testing/clickhouse-server.ts'
import { isDeep } from '../../src/testing/depth.ts'
import { Client } from '../testing/client.ts'
import { allEqual, copy, moveWhileKilled, window } from '../testing/events-copy.ts'
import { Millrace } from '../testing/millrace.ts'
import { NumberedLoad } from '../testing/numbered-load.ts'
import { faultsOfRows } from '../testing/numbered-rows.ts'
import { readLedger, settledLedger } from '../testing/service-ledger.ts'
import { until } from '../testing/until.ts'

const eventsOfBatch = 200
const kills = Number(process.env.KILLS ?? 2)

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

test('days move to a server while events come in, and copy, service and server are killed: none is lost or doubled', async () => {
  const restartServer = async () => {
    await server.kill()
    await server.restart()
  }
  await moveWhileKilled(millrace, { MILLRACE_CLICKHOUSE_URL: server.url }, kills, [restartServer])
  expect(await server.query('SELECT count() FROM millrace.events_copy')).toBe('0')
})

// src/storage/store/copy/copy-shards.test.ts copies to shards in every run.
test.runIf(isDeep)(
  'days move to two shards of two nodes, with what a killed service had in its spool, while a node and the copy are killed',
  async () => {
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
    expect(output).toMatch(allEqual)
    expect(code).toBe(0)
    expect(await send(10 * eventsOfBatch)).toBe(200)
    await numbered.stop()

    const stored = async () => Number((await servers[0].rows('SELECT count() FROM millrace.events'))[0]?.[0])
    for (const client of [berlin.client, atParis]) {
      // Each node sends the other its counts from time to time.
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
  },
)
