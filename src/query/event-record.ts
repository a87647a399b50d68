import type { NotesOnEvent } from '../metadata/notes/event-notes.ts'
import { eventTypes, facilities, type StoredEvent, severities, statuses } from '../schema/event/event.ts'
import type { EventRecord } from '../schema/event/event-record.ts'
import type { Zone } from '../time/zone.ts'

const noNotes: NotesOnEvent = { count: 0, notes: [] }
const microseconds = 1_000_000

/**
 * Converts an event to its form in the API: dates in a zone, its notes, the ids of its triggers.
 * `withTriggerData` (decorations/trigger-data.ts) fills `triggers_fired_data` in for each reader.
 */
export function eventRecord(event: StoredEvent, zone: Zone, notesOn: NotesOnEvent = noNotes): EventRecord {
  const triggers = [...new Set([...event.triggers, ...(notesOn.triggers ?? [])])]
  return {
    id: event.id,
    _id: String(event.id),
    first_occurrence: event.ts / microseconds,
    last_occurrence: event.last / microseconds,
    first_occurrence_date: dateOf(event.ts, zone),
    last_occurrence_date: dateOf(event.last, zone),
    counter: event.counter,
    host: event.host,
    program: event.program,
    cisco_mnemonic: event.mnemonic,
    message: event.message,
    severity: event.severity,
    severity_name: severities[event.severity] ?? '',
    facility: event.facility,
    facility_name: facilities[event.facility] ?? '',
    status: event.status,
    status_name: statuses[event.status] ?? '',
    type: eventTypes[event.type] ?? 'UNKNOWN',
    user_tags: { ...event.tags },
    // Part of the interface. Fields of senders are in `user_tags`, or in the message.
    extra_fields: {},
    trigger_ids: triggers,
    triggers_fired_count: triggers.length,
    triggers_fired_data: [],
    notes_count: notesOn.count,
    notes: [...notesOn.notes],
  }
}

/** YYYY/MM/DD HH:MM:SS, without the fraction. */
function dateOf(time: number, zone: Zone): string {
  const local = new Date(zone.toLocal(Math.floor(time / microseconds)) * 1000).toISOString()
  return `${local.slice(0, 10).replaceAll('-', '/')} ${local.slice(11, 19)}`
}
