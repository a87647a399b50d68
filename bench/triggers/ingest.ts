import { setTimeout } from 'node:timers/promises'
import { Client } from '../../scenarios/testing/client.ts'
import { Millrace } from '../../scenarios/testing/millrace.ts'
import { cpuSeconds } from '../../scenarios/testing/process-group.ts'
import { until } from '../../scenarios/testing/until.ts'
import type { Trigger } from '../../src/schema/triggers/trigger.ts'
import { median, table, whole } from '../figures.ts'
import { Stages } from '../ingest/stages.ts'
import { triggerFile } from './trigger-list.ts'

const count = 1_000
/** With and without triggers alternately, so that a disturbance affects both. */
const rounds = 3
const connections = 4
const steadyRate = 50_000
/** Of the triggers that match nothing, one in this many is checked. */
const step = 20
const pollMs = 500
const pageSize = 1_000

interface Round {
  rate: number
  /** Matches of all triggers. */
  matches: number
  /** Of all processes, matches recorded, microseconds per event. */
  cpu: number
  /** Seconds from the last searchable event until all matches were recorded. */
  behind: number
}

/**
 * Ingest with triggers compared with ingest without, and all matches checked against queries; returns its
 * part of bench/results.md.
 */
export async function benchTriggerIngest(seconds: number): Promise<string> {
  const found: Record<'without' | 'with', Round[]> = { without: [], with: [] }
  for (let round = 0; round < rounds; round++) {
    found.without.push(await run(0, seconds / rounds, 0))
    found.with.push(await run(count, seconds / rounds, 0))
  }
  const steady = await run(count, seconds, steadyRate)
  const rateOf = (of: readonly Round[]) => median(of.map(({ rate }) => rate))
  const cpuOf = (of: readonly Round[]) => median(of.map(({ cpu }) => cpu))
  const ratio = rateOf(found.with) / rateOf(found.without)
  const row = (title: string, of: readonly Round[]) => [
    title,
    whole(rateOf(of)),
    of.map(({ rate }) => whole(rate)).join(', '),
    of.map(({ cpu }) => cpu.toFixed(1)).join(', '),
    whole(median(of.map(({ matches }) => matches))),
    median(of.map(({ behind }) => behind)).toFixed(1),
  ]
  return [
    `Ingest over syslog TCP, ${connections} connections, until the last event is searchable; of ${rounds} runs each in turn, on stores of their own, the median:`,
    table([
      ['triggers', 'events/s', 'of each run', 'CPU µs an event', 'matches', 'recorded after, s'],
      row('none', found.without),
      row(`${whole(count)}, which notify`, found.with),
      row(`${whole(count)}, at ${whole(steadyRate)}/s`, [steady]),
    ]),
    `With ${whole(count)} triggers: ${ratio.toFixed(2)} of the rate without, at ${(cpuOf(found.with) / cpuOf(found.without)).toFixed(2)} times the CPU an event. Two events of five match, three triggers each on average. The count of each trigger that matched, and of one in ${step} others, ` +
      'is that of a query with its filter.',
  ].join('\n\n')
}

async function run(triggers: number, seconds: number, rate: number): Promise<Round> {
  const millrace = await Millrace.start()
  const client = new Client(millrace)
  try {
    if (triggers > 0) {
      const answer = await client.post('/api/triggers/import', triggerFile(triggers))
      if (answer.status !== 201)
        throw new Error(`The triggers were answered ${answer.status}: ${await answer.text()}`)
    }
    const stages = new Stages(millrace)
    const before = cpuSeconds(millrace.pid)
    const stage = await stages.run(`${triggers} triggers, ${rate === 0 ? 'full speed' : rate}`, {
      ...({ way: 'tcp', connections, seconds, rate } as const),
    })
    if (stage.stored !== stage.sent.events)
      throw new Error(`${stage.sent.events} sent, ${stage.stored} stored`)
    const since = performance.now()
    const all = triggers === 0 ? [] : await settledCounts(client)
    const behind = triggers === 0 ? 0 : (performance.now() - since) / 1_000
    const cpu = ((cpuSeconds(millrace.pid) - before) * 1e6) / stage.stored
    await checkCounts(client, all)
    const result = { rate: stage.stored / stage.seconds, cpu, matches: total(all), behind }
    console.log(result)
    return result
  } finally {
    await millrace.remove()
  }
}

/** The triggers, once their counts no longer change. */
async function settledCounts(client: Client): Promise<Trigger[]> {
  let last = -1
  return await until(
    'counts that stand still',
    async () => {
      const triggers = await list(client)
      const sum = total(triggers)
      if (sum > 0 && sum === last) return triggers
      last = sum
      await setTimeout(pollMs)
      return undefined
    },
    120,
  )
}

/** Checks counts of triggers against queries with their filters. */
async function checkCounts(client: Client, all: readonly Trigger[]): Promise<void> {
  const asked = all.filter(({ hits_count }, at) => (hits_count ?? 0) > 0 || at % step === 0)
  const now = Math.ceil(Date.now() / 1_000)
  const time_range = { ts_from: now - 86_400, ts_to: now + 86_400, step: 86_400 }
  for (const { name, filter, hits_count } of asked) {
    const { results } = await client.query('EventRate', { time_range, filter })
    // The results of an EventRate.
    const { sum } = (results as { totals: { sum: number } }).totals
    if (sum !== hits_count) throw new Error(`${name} matched ${hits_count} events, a query finds ${sum}`)
  }
}

function total(triggers: readonly Trigger[]): number {
  return triggers.reduce((sum, { hits_count }) => sum + (hits_count ?? 0), 0)
}

async function list(client: Client): Promise<Trigger[]> {
  const answer = await client.get(`/api/triggers?page_size=${pageSize}`)
  // The shape of this route, which the API tests check.
  return ((await answer.json()) as { objects: Trigger[] }).objects
}
