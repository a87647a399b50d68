import { eventTypes } from '../../schema/event/event.ts'
import { type OracleEvent, occurrencesIn } from './events.ts'

export type Value = string | number
export interface Counted {
  name: Value
  count: number
}

/** The value of an event's field; '' if the event has none. */
export function valueIn({ fields }: OracleEvent, field: string): Value {
  switch (field) {
    case 'host':
    case 'program':
    case 'message':
    case 'severity':
    case 'facility':
    case 'status':
      return fields[field]
    case 'actionable':
      return fields.status
    case 'cisco_mnemonic':
      return fields.mnemonic
    case 'type':
      return eventTypes[fields.type] ?? ''
  }
  const tag = (name: string): string => (Object.hasOwn(fields.tags, name) ? (fields.tags[name] ?? '') : '')
  if (tag(field) !== '' || !/^ut_./.test(field)) return tag(field)
  return tag(field.slice(3))
}

/** Occurrences in [from, to) by value, most frequent first, ties by name. */
export function countsBy(
  events: readonly OracleEvent[],
  field: string,
  ignoreEmpty: boolean,
  from: number,
  to: number,
): Counted[] {
  const counts = new Map<Value, number>()
  for (const event of events) {
    const value = valueIn(event, field)
    const count = occurrencesIn(event, from, to).length
    if (count === 0 || (ignoreEmpty && value === '')) continue
    counts.set(value, (counts.get(value) ?? 0) + count)
  }
  const counted = [...counts].map(([name, count]) => ({ name, count }))
  return counted.sort((a, b) => b.count - a.count || byName(a.name, b.name))
}

/** Numbers as numbers, text by code point (which is the order of its UTF-8). */
export function byName(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
}

/** Occurrences of all these events in [from, to). */
export function countIn(events: readonly OracleEvent[], from: number, to: number): number {
  return events.reduce((sum, event) => sum + occurrencesIn(event, from, to).length, 0)
}
