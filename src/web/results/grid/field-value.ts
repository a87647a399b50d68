import type { EventRecord } from '../../../schema/event/event-record.ts'

/** Fields of every event; any other name is a tag, or an extra field. */
const plainFields = [
  'host',
  'program',
  'severity',
  'facility',
  'cisco_mnemonic',
  'message',
  'status',
  'type',
  'counter',
  'first_occurrence',
  'last_occurrence',
] as const
type PlainField = (typeof plainFields)[number]

function isPlainField(field: string): field is PlainField {
  return plainFields.some(name => name === field)
}

/**
 * The value of a field, tag or extra field of an event; empty if it has none. A tag named like a field is
 * `ut_<name>`.
 */
export function fieldValue(event: EventRecord, field: string): string | number {
  if (isPlainField(field)) return event[field]
  const tag = ownMember(event.user_tags, field) ?? ownMember(event.user_tags, field.replace(/^ut_/, ''))
  const value = tag ?? ownMember(event.extra_fields, field)
  if (value === undefined || value === null) return ''
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}

/** Senders choose the names of tags: `constructor` is a name like any other. */
function ownMember(members: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined
}
