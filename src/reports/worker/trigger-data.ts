import type { FiringEvent } from '../../metadata/triggers/told-triggers.ts'
import type { TellTriggers } from '../../query/decorations/trigger-data.ts'
import { cursorOf } from '../../query/event-batch.ts'
import type { EventBatch } from '../../query/snapshot.ts'
import type { FiredByEvent, TriggersByEvent } from '../../schema/event/event-record.ts'
import { triggersOf } from '../document/event-triggers.ts'

/** What the events of a batch set off. `later`: triggers that are not in the events' rows. */
export function triggerDataOf(
  batch: EventBatch,
  later: TriggersByEvent | undefined,
  tell: TellTriggers,
): Promise<FiredByEvent> {
  const firing: FiringEvent[] = []
  const event = cursorOf(batch)
  while (event.next()) {
    const trigger_ids = triggersOf(event, later)
    if (trigger_ids.length === 0) continue
    const { id, status, host, bytes } = event
    const first_occurrence = event.ts / 1_000_000
    firing.push({
      id,
      status,
      first_occurrence,
      trigger_ids,
      host: bytes.toString('utf8', host.from, host.to),
    })
  }
  return tell(firing)
}
