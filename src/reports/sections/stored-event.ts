import { EVENT_UNKNOWN, eventTypes, type StoredEvent } from '../../schema/event/event.ts'
import type { EventRecord } from '../../schema/event/event-record.ts'

const codes = new Map<string, number>(eventTypes.map((type, code) => [type, code]))

/** Converts an event of a page back to a stored event, so that the same code writes pages and streams. */
export function storedEvent(record: EventRecord): StoredEvent {
  return {
    id: record.id,
    ts: Math.round(record.first_occurrence * 1_000_000),
    last: Math.round(record.last_occurrence * 1_000_000),
    counter: record.counter,
    host: record.host,
    program: record.program,
    facility: record.facility,
    severity: record.severity,
    mnemonic: record.cisco_mnemonic,
    message: record.message,
    type: codes.get(record.type) ?? EVENT_UNKNOWN,
    status: record.status,
    triggers: record.trigger_ids,
    tags: record.user_tags,
  }
}
