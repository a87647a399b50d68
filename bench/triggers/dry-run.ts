import { Client } from '../../scenarios/testing/client.ts'
import type { TriggerDryRun } from '../../src/schema/triggers/trigger-dry-run.ts'
import { table, whole } from '../figures.ts'
import { days, type Filling, withFilled } from '../filled.ts'
import { drafts } from './drafts.ts'

const rounds = 2
const timeoutMs = 300_000
/** Dry runs over all events of a store, through the running product. */
export async function benchDryRuns(filling: Filling): Promise<string> {
  return await withFilled(filling, async (millrace, { events, end }) => {
    const client = new Client(millrace)
    const time_range = { ts_from: end - days * 86_400, ts_to: end }
    const rows: string[][] = []
    for (const [says, trigger] of drafts) {
      let best = Number.POSITIVE_INFINITY
      let first = 0
      let found: TriggerDryRun | undefined
      for (let round = 0; round < rounds; round++) {
        const begun = performance.now()
        const answer = await fetch(`${client.url}/api/triggers/dry-run`, {
          method: 'POST',
          headers: { Authorization: `token ${millrace.token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ trigger, time_range }),
          signal: AbortSignal.timeout(timeoutMs),
        })
        if (answer.status !== 200) throw new Error(`${says}: ${answer.status} ${await answer.text()}`)
        // The response matches its schema.
        found = (await answer.json()) as TriggerDryRun
        const seconds = (performance.now() - begun) / 1_000
        if (round === 0) first = seconds
        best = Math.min(best, seconds)
      }
      const counts = [found?.matches ?? 0, found?.fires ?? 0].map(whole)
      rows.push([says, ...counts, first.toFixed(2), best.toFixed(2)])
      console.log(rows.at(-1)?.join(' | '))
    }
    return [
      `Dry runs of triggers over ${whole(events)} events of ${days} days, through POST /api/triggers/dry-run: seconds of the first one, and of the best of ${rounds}.`,
      '',
      table([['trigger', 'matches', 'fires', 'first s', 'best s'], ...rows]),
    ].join('\n')
  })
}
