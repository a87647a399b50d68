import { setTimeout } from 'node:timers/promises'
import { type Client, matching } from '../../scenarios/testing/client.ts'

const pauseMillis = 1_000
const words = ['accepted', 'denied', 'GET', 'failed', 'session', 'interface', 'error', 'link']
const shortest = 60
/** From then on questions have one size, no matter how large the store has grown. */
const longest = 600

/**
 * Asks one question a second until `deadline` (of performance.now()), each over some minutes of the last
 * `span` seconds that were not asked about before; returns milliseconds.
 */
export async function askOthers(client: Client, span: number, deadline: number): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; performance.now() < deadline; at++) {
    const now = Date.now() / 1_000
    const length = shortest + Math.random() * Math.max(0, Math.min(span, longest) - shortest)
    const to = Math.floor(now - Math.random() * Math.max(0, span - length))
    const time_range = { ts_from: Math.floor(to - length), ts_to: to }
    const since = performance.now()
    await client.query('TopN', { field: 'host', ...matching(words[at % words.length] ?? ''), time_range })
    times.push(performance.now() - since)
    await setTimeout(pauseMillis)
  }
  return times
}
