import { TriggerSet } from '../../src/ingest/triggers/trigger-set.ts'
import type { ParsedEvent } from '../../src/schema/event/event.ts'
import { parsedEvents } from '../rules/events.ts'
import { triggersInForce } from './trigger-list.ts'

const distinct = 20_000
/** Sets alternate, so that a disturbance affects all of them. */
const rounds = 25
const counts = [10, 100, 1_000, 5_000]

/** Cost of triggers per event in the ingest thread, without parsing and storing. */
export async function benchTriggers(): Promise<string> {
  const { events, bytes } = parsedEvents(distinct)
  const sets = []
  for (const count of counts) {
    const triggers = triggersInForce(count)
    const begun = performance.now()
    const set = await TriggerSet.compile(triggers)
    sets.push({ count, set, loaded: performance.now() - begun, best: Number.POSITIVE_INFINITY })
  }
  for (let round = 0; round < rounds; round++)
    for (const one of sets) one.best = Math.min(one.best, microsOf(one.set, events))
  const [few] = sets
  const rows = sets.map(
    ({ count, set, loaded, best }) =>
      `| ${count.toLocaleString('en')} | ${Math.round(1e6 / best).toLocaleString('en')} | ${best.toFixed(2)} | ${(best / (few?.best ?? best)).toFixed(2)} | ${Math.round(loaded)} ms | ${set.unindexed} triggers |`,
  )
  console.log(rows.join('\n'))
  return [
    `Triggers alone, one thread, ${distinct.toLocaleString('en')} different lines of ${bytes} bytes on average: of five lines one sets off two triggers,`,
    `one three. Best of ${rounds} rounds.`,
    '',
    '| triggers | events/s | microseconds an event | times those of the first row | loaded in | every event is held against |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

/** Microseconds per event. Triggers set statuses, so each round has its own events. */
function microsOf(set: TriggerSet, events: readonly ParsedEvent[]): number {
  const own = events.map(event => ({ ...event }))
  const now = Date.now() * 1_000
  const begun = performance.now()
  for (const event of own) set.apply(event, now)
  return ((performance.now() - begun) * 1_000) / events.length
}
