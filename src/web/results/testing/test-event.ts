import type { EventRecord } from '../../../schema/event/event-record.ts'

/** An event with these members, and defaults for the others. */
export function testEvent(members: Partial<EventRecord> = {}): EventRecord {
  return {
    id: 7,
    _id: '7',
    first_occurrence: 1767225600,
    last_occurrence: 1767225600,
    first_occurrence_date: '2026/01/01 00:00:00',
    last_occurrence_date: '2026/01/01 00:00:00',
    counter: 1,
    host: 'web-1',
    program: 'app',
    cisco_mnemonic: '',
    message: 'disk full',
    severity: 3,
    severity_name: 'ERROR',
    facility: 1,
    facility_name: 'USER',
    status: 0,
    status_name: 'UNKNOWN',
    type: 'SYSLOG',
    user_tags: {},
    extra_fields: {},
    trigger_ids: [],
    triggers_fired_count: 0,
    triggers_fired_data: [],
    notes_count: 0,
    notes: [],
    ...members,
  }
}
