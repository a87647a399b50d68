import { type Client, matching } from './client.ts'
import type { Load } from './load.ts'
import { waitUntilDelivered } from './service-ledger.ts'
import { until } from './until.ts'

const maxFaults = 10

/**
 * At most ten faults of the stored events of one round. Requires that nothing is being sent. Acknowledged
 * events may take a moment to be searchable: faults count a minute after delivery.
 */
export async function faultsOfRound(
  load: Pick<Load, 'word' | 'rounds'>,
  client: Client,
  round: number,
): Promise<string[]> {
  const ledger = load.rounds[round]
  if (ledger === undefined) throw new Error(`There was no round ${round}`)
  const words = `${load.word} r${round}`
  await waitUntilDelivered(client)
  let faults: string[] = []
  await until(`round ${round} as it was sent`, async () => {
    const { occurrences } = await client.count(words)
    if (occurrences < ledger.acknowledged.size) {
      faults = [`${occurrences} events of ${ledger.acknowledged.size} acknowledged ones`]
      return undefined
    }
    const found = new Map<string, number>()
    for (const { message, counter } of await client.events(words)) {
      found.set(message, (found.get(message) ?? 0) + counter)
    }
    faults = ledger.faultsOf(found)
    return faults.length === 0
  }).catch((error: Error) => faults.push(error.message))
  return faults.slice(0, maxFaults)
}

/** A deduplicated event: its first occurrence in microseconds, and its counter. */
export interface RepeatedEvent {
  first: number
  counter: number
}

/** The expected deduplication of these times (microseconds, in order of arrival). */
export function windowsOf(times: readonly number[], windowSeconds: number): RepeatedEvent[] {
  const windows: RepeatedEvent[] = []
  for (const time of times) {
    const last = windows.at(-1)
    if (last !== undefined && time >= last.first && time < last.first + windowSeconds * 1_000_000) {
      last.counter++
    } else windows.push({ first: time, counter: 1 })
  }
  return windows
}

/** The stored events of one message, once there are `occurrences` of it. */
export async function repeatedEvents(
  client: Client,
  message: string,
  occurrences: number,
): Promise<RepeatedEvent[]> {
  const words = `"${message}"`
  await until(`${occurrences} times ${message}`, async () => {
    const { totals } = await client.search({ ...matching(words), page_size: 1 })
    return totals.occurrences >= occurrences
  })
  const events = await client.events(words)
  return events.map(({ first_occurrence, counter }) => ({
    first: Math.round(first_occurrence * 1_000_000),
    counter,
  }))
}
