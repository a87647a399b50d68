import { parseFilter } from '../../filter/parse/parse-filter.ts'
import type { Forwarders } from '../../metadata/forwarding/forwarders.ts'
import type { EventStore } from '../../storage/contract/event-store.ts'
import { internalRead } from '../../storage/contract/internal-read.ts'
import type { Span } from '../../storage/contract/time-span.ts'
import type { Log } from '../../telemetry/log.ts'
import type { ForwarderPosition } from '../session/messages.ts'

const readSeconds = 60
const noLimits = { oldest: 0, bytes: Number.POSITIVE_INFINITY }

/**
 * Counts the rows of a day that forwarders have not sent yet, before the day is dropped. Returns what stores
 * the counts once it is dropped. Neither rejects: failures are logged.
 */
export async function countUnsent(
  forwarders: Pick<Forwarders, 'begun' | 'addExpired'>,
  store: Pick<EventStore, 'waitingRows'>,
  day: Span,
  log: Log,
): Promise<() => Promise<void>> {
  const unsent = new Map<number, number>()
  const failed = (error: unknown) =>
    log.warn(
      { room: 'forwarding', err: error },
      'events that expire before they are sent could not be counted',
    )
  try {
    for (const { id, filter, position } of await forwarders.begun()) {
      const parsed = parseFilter(filter)
      if ('faults' in parsed) continue
      // Stored by Progress.
      const { sent } = JSON.parse(position) as ForwarderPosition
      const query = { predicate: parsed.predicate, after: sent, within: day }
      const { rows } = await store.waitingRows(query, noLimits, internalRead('long', readSeconds))
      if (rows > 0) unsent.set(id, rows)
    }
  } catch (error) {
    failed(error)
  }
  return async () => {
    for (const [id, rows] of unsent) {
      log.warn({ room: 'forwarding', forwarder: id, rows }, 'events expired before they were sent')
      await forwarders.addExpired(id, rows).catch(failed)
    }
  }
}
