import { eventRecord } from '../../../../../query/event-record.ts'
import type { ReadyForm } from './ready-form.ts'

/** The trigger, the event and the matches, for receivers that read JSON. */
export const generic: ReadyForm = {
  buildPayload: ({ trigger, event, count, key, idempotencyKey, zone }) => ({
    idempotency_key: idempotencyKey,
    trigger: {
      id: trigger.id,
      name: trigger.name,
      hits_count: trigger.hitsCount,
      owner: trigger.owner.username,
    },
    matches: { count, key },
    event: event === null ? null : withoutLaterParts(eventRecord(event, zone)),
  }),
}

/** The event without its notes and fired triggers, which it gets only later. */
function withoutLaterParts(record: ReturnType<typeof eventRecord>) {
  const { notes, notes_count, trigger_ids, triggers_fired_count, triggers_fired_data, ...event } = record
  return event
}
