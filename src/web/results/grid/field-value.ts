import type { EventRecord } from '../../../schema/event/event-record.ts'

/** Fields of every event; any other name is a tag. */
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

/** The value of a field or tag of an event; empty if it has none. A tag named like a field is `ut_<name>`. */
export function fieldValue(event: EventRecord, field: string): string | number {
  if (isPlainField(field)) return event[field]
  return tagValue(event, field) ?? tagValue(event, field.replace(/^ut_/, '')) ?? ''
}

/** Senders choose the names of tags: `constructor` is a name like any other. */
function tagValue({ user_tags }: EventRecord, name: string): string | undefined {
  return Object.hasOwn(user_tags, name) ? user_tags[name] : undefined
}
