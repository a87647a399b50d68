import { setTimeout } from 'node:timers/promises'
import { residentBytes } from '../../scenarios/testing/process-group.ts'
import { thrownText } from '../../src/schema/thrown-text.ts'
import { megabytes, millis, table, whole } from '../figures.ts'
import { days, type Filling, withFilled } from '../filled.ts'
import { cases } from './cases.ts'
import { throughApi, variations } from './measure.ts'

const restMillis = 20_000

/**
 * Every query through the API over a kept store. Without the SQL for comparison, which takes minutes for each
 * of a hundred million events. Returns its part of bench/results.md.
 */
export async function benchLarge(filling: Filling): Promise<string> {
  return await withFilled(filling, async (millrace, { events, end, bytes }) => {
    await setTimeout(restMillis)
    const rows: string[][] = []
    for (const one of cases) {
      const row = await throughApi(millrace, one, variations(end, days, events, 2)).then(
        ({ first, second, again }) => [millis(first), millis(second), millis(again)],
        // A failure on this machine is also a result.
        (error: unknown) => ['', '', thrownText(error)],
      )
      rows.push([one.title, ...row])
      console.log(`  ${one.title}: ${row.join(', ')}`)
    }
    const atEnd = residentBytes(millrace.pid)
    return [
      `${whole(events)} events over ${days} days, ${(bytes / events).toFixed(0)} bytes each on disk with all that they are found by. One kind after the other after a start: the first of each, the second right behind it, and the median of 15 that come when the service has come to rest, as from people and dashboards that ask again. POST /api/query until the last byte of its whole answer is there, over HTTP with a token; what a client makes of the bytes is not in it.`,
      table([['query', 'first ms', 'second ms', 'again ms'], ...rows]),
      `All processes together hold ${megabytes(atEnd)} after all queries.`,
    ].join('\n\n')
  })
}
