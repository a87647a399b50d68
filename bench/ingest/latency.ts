import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { Client, matching } from '../../scenarios/testing/client.ts'
import { LiveUpdates } from '../../scenarios/testing/live-updates.ts'
import type { Millrace } from '../../scenarios/testing/millrace.ts'
import type { SearchResults } from '../../src/schema/query/search.ts'

/** One at a time: measuring must not be the load. */
const askersAtOnce = 1
const askPauseMillis = 30
const liveProbeMillis = 100
const maxWaitMillis = 30_000

/** Seconds of each probe. */
export interface Latencies {
  /** From sending one event to /incoming to its 200. */
  acknowledged: number[]
  /** From that 200 to the first query that finds it. */
  searchable: number[]
  /** From sending a line over TCP to its arrival on a websocket that is subscribed to a Search. */
  live: number[]
  /** Lines that did not reach the websocket in time; 0 expected. */
  missing: number
}

/** Sends single events among all others for this long, and waits for each to be found. */
export async function measureLatencies(millrace: Millrace, seconds: number): Promise<Latencies> {
  const latencies: Latencies = { acknowledged: [], searchable: [], live: [], missing: 0 }
  const deadline = performance.now() + seconds * 1_000
  const asking = Array.from({ length: askersAtOnce }, () => ask(new Client(millrace), deadline, latencies))
  await Promise.all([...asking, watch(millrace, deadline, latencies)])
  return latencies
}

async function ask(client: Client, deadline: number, latencies: Latencies): Promise<void> {
  while (performance.now() < deadline) {
    const word = `probe${randomBytes(6).toString('hex')}`
    const sent = performance.now()
    const status = await client.send([{ message: `one of its kind ${word}`, host: 'probe-1' }])
    if (status !== 200) throw new Error(`A probe was answered ${status}`)
    const taken = performance.now()
    const params = { ...matching(word), time_range: { preset: 'last_1_hours' }, page_size: 1 }
    while ((await client.search(params)).totals.count === 0) {
      if (performance.now() - taken > maxWaitMillis) throw new Error('A probe was never found')
      await setTimeout(askPauseMillis)
    }
    latencies.acknowledged.push((taken - sent) / 1_000)
    latencies.searchable.push((performance.now() - taken) / 1_000)
  }
}

async function watch(millrace: Millrace, deadline: number, latencies: Latencies): Promise<void> {
  const client = new Client(millrace)
  const word = `live${randomBytes(6).toString('hex')}`
  const params = { ...matching(word), time_range: { preset: 'last_1_hours' }, page_size: 100 }
  const query = await client.query('Search', params)
  const waiting = new Map<string, number>()
  const live = await LiveUpdates.subscribe(client, String(query.query_id), data => {
    const now = performance.now()
    // The results of a Search.
    for (const { message } of (data.results as SearchResults).events?.objects ?? []) {
      const sent = waiting.get(message)
      if (sent === undefined) continue
      waiting.delete(message)
      latencies.live.push((now - sent) / 1_000)
    }
  })
  const { host, port } = millrace.address('syslog_tcp')
  const socket = connect(port, host)
  for (let i = 0; performance.now() < deadline; i++) {
    const message = `${word} number ${i}`
    waiting.set(message, performance.now())
    socket.write(`<134>1 ${new Date().toISOString()} probe-2 live - - - ${message}\n`)
    // Never in step with the updates.
    await setTimeout(liveProbeMillis * (0.5 + Math.random()))
  }
  socket.end()
  for (let waited = 0; waiting.size > 0 && waited < maxWaitMillis; waited += liveProbeMillis) {
    await setTimeout(liveProbeMillis)
  }
  latencies.missing += waiting.size
  await live.close()
}
