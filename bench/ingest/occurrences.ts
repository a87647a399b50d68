import type { Client } from '../../scenarios/testing/client.ts'

const day = 86_400

/** All occurrences of yesterday and today. */
export async function occurrencesOf(client: Client): Promise<number> {
  const now = Math.ceil(Date.now() / 1_000)
  const time_range = { ts_from: now - day, ts_to: now + day, step: day }
  const { results } = await client.query('EventRate', { time_range })
  // The results of an EventRate.
  return (results as { totals: { sum: number } }).totals.sum
}
