import { parseFieldName } from '../../filter/predicate/field.ts'
import { EVENT_UNKNOWN, type StoredEvent } from '../../schema/event/event.ts'

/** The field value for which a trigger fires without an event, such as a host that sent nothing. */
export interface FiringKey {
  field: string
  value: string
}

/** An event with at most one known field, in the form that filters read. */
export function eventOfKey(key: FiringKey | null, ts: number): StoredEvent {
  const texts = { host: '', program: '', cisco_mnemonic: '', message: '' }
  const numbers = { severity: 0, facility: 0, status: 0 }
  const tags: Record<string, string> = Object.create(null)
  if (key !== null) {
    const { field, value } = key
    const named = parseFieldName(field)
    if (named.kind === 'tag') tags[named.field.tag.at(-1) ?? field] = value
    else if (Object.hasOwn(texts, field)) Object.assign(texts, { [field]: value })
    else if (Object.hasOwn(numbers, field)) Object.assign(numbers, { [field]: Number(value) })
  }
  const { cisco_mnemonic: mnemonic, ...others } = texts
  const unknown = { id: 0, ts, last: ts, counter: 1, type: EVENT_UNKNOWN, triggers: [] }
  return { ...unknown, ...others, ...numbers, mnemonic, tags }
}
