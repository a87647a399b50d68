import { Client } from '../../scenarios/testing/client.ts'
import type { Millrace } from '../../scenarios/testing/millrace.ts'
import type { EmbeddedStore } from '../../src/storage/store/embedded/open.ts'
import { median } from '../figures.ts'
import { untilIdle } from '../until-idle.ts'
import type { Case } from './cases.ts'
import { timeOfGet, timeOfQuery } from './takes-bytes.ts'

const repetitions = 15
/** Counts are kept once a question was asked three times. */
const warmUps = 3
/** A question is repeated seconds later, by a user or a dashboard: by then its cached data is ready. */
const lookMillis = 500
/** SQL is not repeated once it took this long in total. */
const timeoutMillis = 5_000
/** A case is not repeated once it took this long in total. */
const maxMillis = 120_000

/** A range and an id for one repetition: all differ slightly, so that no cache has the answer. */
export interface Variation {
  from: number
  to: number
  id: number
}

export function variations(end: number, days: number, events: number, seed: number): Variation[] {
  return Array.from({ length: warmUps + repetitions }, (_, i) => ({
    from: end - days * 86_400 + seed * 100 + i,
    to: end - i,
    id: 1 + ((seed * 7_919 + i * 104_729 * 31) % events),
  }))
}

/** Milliseconds of a case. */
export interface ApiTimes {
  /** The very first answer. */
  first: number
  /** Right after the first. */
  second: number
  /** The median of the answers after the service has come to rest. */
  again: number
}

/** Times of a case through the HTTP API, from the request to the complete response. */
export async function throughApi(
  millrace: Millrace,
  { ask }: Case,
  all: readonly Variation[],
): Promise<ApiTimes> {
  const client = new Client(millrace)
  const times: number[] = []
  const begun = performance.now()
  for (const { from, to, id } of all) {
    if (times.length > 1 && performance.now() - begun > maxMillis) break
    if (times.length === warmUps) await untilIdle(millrace.pid, lookMillis)
    times.push(
      'path' in ask ? await timeOfGet(client, ask.path(id)) : await timeOfQuery(client, ask, { from, to }),
    )
  }
  return { first: times[0] ?? Number.NaN, second: times[1] ?? Number.NaN, again: settled(times) }
}

/** Median milliseconds of the same in SQL, sent to the engine; fewer repetitions if it takes long. */
export async function bare(store: EmbeddedStore, { sql }: Case, all: readonly Variation[]): Promise<number> {
  const times: number[] = []
  let spent = 0
  for (const { from, to, id } of all) {
    const range = `ts >= toDateTime(${from}) AND ts < toDateTime(${to})`
    const since = performance.now()
    for (const statement of sql(range, id)) await store.engine.run('short', statement)
    times.push(performance.now() - since)
    spent += performance.now() - since
    if (spent > timeoutMillis) break
  }
  return settled(times)
}

/** The median without the first ones; fewer are left out of a short list. */
function settled(times: readonly number[]): number {
  return median(times.slice(Math.min(warmUps, times.length - 1)))
}
