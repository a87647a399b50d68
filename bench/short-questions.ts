import { setTimeout } from 'node:timers/promises'
import type { Client } from '../scenarios/testing/client.ts'

const betweenAsks = 100
const hour = 3_600
/** Hours that are each asked about once, then again. */
const hours = 6 * 24
const questions = [
  ['EventRate', {}],
  ['TopN', { field: 'host' }],
  ['Search', { page_size: 50 }],
] as const

/**
 * Asks each of them once, as fast as they are answered, so that first-time costs of a kind are not measured.
 */
export async function warmUp(client: Client, end: number): Promise<void> {
  for (let hour = 0; hour < hours; hour++) await askOf(client, end, hour)
}

/**
 * Milliseconds of short questions, one after the other, until something ends: an hour's rate, its top hosts,
 * its newest page, each time for an earlier hour.
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

/** Milliseconds of each question about one hour, with a pause of `rest` after each. */
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
