import { setTimeout } from 'node:timers/promises'
import type { Client } from '../scenarios/testing/client.ts'

const betweenAsks = 100
const hour = 3_600
/** Hours of which each is asked about once, then again. */
const hours = 6 * 24
const questions = [
  ['EventRate', {}],
  ['TopN', { field: 'host' }],
  ['Search', { page_size: 50 }],
] as const

/** Asks each of them once, as fast as they are answered: what only the first of its kind costs is not theirs. */
export async function warmUp(client: Client, end: number): Promise<void> {
  for (let hour = 0; hour < hours; hour++) await askOf(client, end, hour)
}

/**
 * Milliseconds that short questions took, one after the other, until something ends: an hour's rate, its busiest hosts, its newest page,
 * each time of an earlier hour.
 */
export async function askShort(client: Client, end: number, until: Promise<unknown>): Promise<number[]> {
  let over = false
  const stop = () => {
    over = true
  }
  until.then(stop, stop)
  const times: number[] = []
  for (let i = 0; !over; i++) times.push(...(await askOf(client, end, i, betweenAsks)))
  return times
}

/** Milliseconds of each question about one hour, with a rest of so many behind each. */
async function askOf(client: Client, end: number, i: number, rest = 0): Promise<number[]> {
  const to = end - 23 * hour - (i % hours) * hour
  const time_range = { ts_from: to - hour, ts_to: to }
  const times: number[] = []
  for (const [type, params] of questions) {
    const since = performance.now()
    const { query_id } = await client.query(type, { time_range, ...params })
    times.push(performance.now() - since)
    // It would be cached for the next question.
    await (await client.get(`/api/query/${query_id}/remove`)).arrayBuffer()
    await setTimeout(rest)
  }
  return times
}
