import { setTimeout } from 'node:timers/promises'
import { Client, type Params } from '../../scenarios/testing/client.ts'
import type { QueryType } from '../../src/schema/query/query.ts'
import { millis, quantile, table, whole } from '../figures.ts'
import { days, type Filling, withFilled } from '../filled.ts'
import { askShort, warmUp } from '../short-questions.ts'

const restMillis = 10_000
const pollMillis = 200

/**
 * Long questions: each is repeated so that one is always running, with slightly different ranges and
 * patterns, because counts by a pattern are kept in memory.
 */
const long: readonly [title: string, type: QueryType, params: (nth: number) => Params][] = [
  [
    'a regular expression without literals over all messages',
    'EventRate',
    nth => ({ filter: [{ field: 'message', op: '=~', value: `[a-f]{3}[0-9]+[a-f]{1,${20 + nth}}$` }] }),
  ],
  ['TopN of whole messages', 'TopN', () => ({ field: 'message' })],
]

/** Short questions alone and beside a long one, `seconds` each; returns its part of bench/results.md. */
export async function benchFairness(filling: Filling, seconds: number): Promise<string> {
  return await withFilled(filling, async (millrace, { events, end }) => {
    const client = new Client(millrace)
    await setTimeout(restMillis)
    await warmUp(client, end)
    const before = await askShort(client, end, setTimeout(seconds * 1_000))
    const rows: string[][] = []
    for (const [title, type, params] of long) {
      const over = setTimeout(seconds * 1_000)
      const busy = askLong(client, type, params, end, over)
      const times = await askShort(client, end, over)
      rows.push([`beside ${title}`, ...figuresOf(times, before), whole(await busy)])
    }
    const after = await askShort(client, end, setTimeout(seconds * 1_000))
    return [
      `${whole(events)} events in ${days} days. Somebody asks ten short questions a second (an hour's rate, its busiest hosts, its newest page) for ${seconds} s each time, ms over HTTP; the ratio is of p99 to that of the first row.`,
      table([
        ['short questions', 'asked', 'p50', 'p99', 'longest', 'p99 / alone', 'long ones ended'],
        ['alone', ...figuresOf(before, before), ''],
        ...rows,
        ['alone again', ...figuresOf(after, before), ''],
      ]),
    ].join('\n\n')
  })
}

function figuresOf(times: readonly number[], alone: readonly number[]): string[] {
  const p99 = quantile(times, 0.99)
  const ratio = (p99 / quantile(alone, 0.99)).toFixed(1)
  return [whole(times.length), millis(quantile(times, 0.5)), millis(p99), millis(Math.max(...times)), ratio]
}

/**
 * Keeps one long question running until something ends, then stops it; returns how many were answered
 * meanwhile.
 */
async function askLong(
  client: Client,
  type: QueryType,
  params: (nth: number) => Params,
  end: number,
  until: Promise<unknown>,
): Promise<number> {
  let over = false
  void until.then(() => {
    over = true
  })
  for (let answered = 0; ; answered++) {
    const time_range = { ts_from: end - days * 86_400 - answered, ts_to: end }
    const asked = await client.post('/api/query', { type, params: { ...params(answered), time_range } })
    // The shape of the routes of queries, which the API tests check.
    let query = (await asked.json()) as { query_id: string; status: string }
    while (query.status === 'IN_PROGRESS' && !over) {
      await setTimeout(pollMillis)
      query = (await (await client.get(`/api/query/${query.query_id}`)).json()) as typeof query
    }
    await (await client.get(`/api/query/${query.query_id}/remove`)).arrayBuffer()
    if (over) return answered
    if (query.status !== 'SUCCESS') throw new Error(`a long ${type} ended as ${JSON.stringify(query)}`)
  }
}
