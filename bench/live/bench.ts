import { setTimeout } from 'node:timers/promises'
import { Client } from '../../scenarios/testing/client.ts'
import type { QueryRepresentation } from '../../src/schema/query/query.ts'
import { median, millis, quantile, table, whole } from '../figures.ts'
import { days, type Filling, withFilled } from '../filled.ts'
import { type Case, cases } from '../queries/cases.ts'
import { Load } from '../watchers/load.ts'

const rate = 10_000
/** How long each query is observed, not including its initial count. */
const seconds = 6
/** Maximum time for the first answers, on average, and for a single one. */
const firstSeconds = 4
const settleMillis = 5_000
const pollMillis = 100

/** One refresh, as shown by explain: milliseconds. */
interface Tick {
  engine: number
  statements: number
  total: number
}

type Ask = Exclude<Case['ask'], { path: unknown }>

/** The cost of keeping each query current while events arrive; returns its part of bench/results.md. */
export async function benchLive(filling: Filling): Promise<string> {
  return await withFilled(filling, async (millrace, { events }) => {
    const client = new Client(millrace)
    const asked = cases.flatMap(({ title, ask }) => ('path' in ask ? [] : [{ title, ask }]))
    const load = new Load()
    const sent = load.send(
      millrace.address('syslog_tcp'),
      rate,
      asked.length * (seconds + firstSeconds) + settleMillis / 1_000,
    )
    // A failure is reported where it is awaited.
    sent.catch(() => {})
    await setTimeout(settleMillis)
    const rows: string[][] = []
    for (const { title, ask } of asked) {
      rows.push([title, ...figuresOf(await ticksOf(client, ask))])
      console.log(`  ${rows.at(-1)?.join(' | ')}`)
    }
    await sent
    return [
      `Queries of the last ${days} days, kept current one after the other for ${seconds} s each over ${whole(events)} events and ${whole(rate)} new ones a second (${whole(load.events)} in all). ` +
        'Milliseconds of a refresh by `explain=true`: in the engine, summed over its statements, and from the start to the results.',
      table([['query', 'refreshes', 'engine median', 'engine p90', 'statements', 'total median'], ...rows]),
    ].join('\n\n')
  })
}

function figuresOf(ticks: readonly Tick[]): string[] {
  const engine = ticks.map(tick => tick.engine)
  return [
    whole(ticks.length),
    millis(median(engine)),
    millis(quantile(engine, 0.9)),
    millis(median(ticks.map(tick => tick.statements))),
    millis(median(ticks.map(tick => tick.total))),
  ]
}

/** Every refresh of a query during its time. Reading the query keeps it current. */
async function ticksOf(client: Client, { type, params, step }: Ask): Promise<Tick[]> {
  const time_range = { preset: `last_${days}_days`, ...(step && { step }) }
  const { query_id } = await client.query(type, { ...params, time_range })
  const ticks = new Map<number, Tick>()
  const until = performance.now() + seconds * 1_000
  while (performance.now() < until) {
    const answer = await client.get(`/api/query/${query_id}?explain=true`)
    // The shape of the routes of queries, which the API tests check.
    const { explain } = (await answer.json()) as QueryRepresentation
    if (explain?.refresh === true && explain.engine && explain.phases) {
      const { time: engine, statements } = explain.engine
      ticks.set(explain.computed_at, { engine, statements, total: explain.phases.total })
    }
    await setTimeout(pollMillis)
  }
  await (await client.get(`/api/query/${query_id}/remove`)).arrayBuffer()
  return [...ticks.values()]
}
