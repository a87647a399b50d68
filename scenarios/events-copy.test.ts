import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestServer } from '../src/storage/testing/clickhouse-server.ts'
import { Load } from './testing/load.ts'
import { Millrace } from './testing/millrace.ts'
import { settledLedger } from './testing/service-ledger.ts'
import { faultsOfRound, repeatedEvents, windowsOf } from './testing/verify.ts'

const window = 60
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
async function copy(maxLines = Number.POSITIVE_INFINITY, meanwhile: () => Promise<void> = async () => {}) {
  const child = millrace.command('events', 'copy')
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
    const { output } = await copy(2 + kill, others[kill % others.length])
    expect(output).not.toMatch(/differs|rows with the checksum/)
  }
  const { code, output } = await copy()
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
