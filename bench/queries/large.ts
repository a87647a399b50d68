import { setTimeout } from 'node:timers/promises'
import { Client } from '../../scenarios/testing/client.ts'
import { residentBytes } from '../../scenarios/testing/process-group.ts'
import { megabytes, millis, table, whole } from '../figures.ts'
import { days, type Filling, withFilled } from '../filled.ts'
import { cases } from './cases.ts'
import { throughApi, variations } from './measure.ts'

const restMillis = 20_000

/**
 * Every query through the interface over a store that is kept. Without the SQL
 * beside it, which takes minutes for each of a hundred million events. Returns the part of bench/results.md.
 */
export async function benchLarge(filling: Filling): Promise<string> {
  return await withFilled(filling, async (millrace, { events, end, bytes }) => {
    await setTimeout(restMillis)
    const client = new Client(millrace)
    const rows: string[][] = []
    for (const one of cases) {
      const row = await throughApi(client, one, variations(end, days, events, 2)).then(
        ({ first, usual }) => [millis(first), millis(usual)],
        // What is too much for this machine is a figure too.
        (error: unknown) => ['', error instanceof Error ? error.message : String(error)],
      )
      rows.push([one.title, ...row])
      console.log(`  ${one.title}: ${row.join(', ')}`)
    }
    const atEnd = residentBytes(millrace.pid)
    return [
      `${whole(events)} events over ${days} days, ${(bytes / events).toFixed(0)} bytes each on disk with all that they are found by. Medians of 15, and the first of each, one after the other after a start: POST /api/query until the last byte of its whole answer is there, over HTTP with a token; what a client makes of the bytes is not in it.`,
      table([['query', 'first ms', 'ms'], ...rows]),
      `All processes together hold ${megabytes(atEnd)} after all queries.`,
    ].join('\n\n')
  })
}
