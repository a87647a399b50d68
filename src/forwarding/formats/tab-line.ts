import type { EventRecord } from './event-record.ts'
import { isoTime } from './iso-time.ts'

/**
 * The fields of an event, separated by tabs; times as ISO 8601. Tabs, line breaks and backslashes of values
 * are escaped: \t, \n, \r, \\. A field that the event does not have is empty.
 */
export function tabLine(record: EventRecord, fields: readonly string[]): string {
  return fields.map(field => escaped(textOf(record, field))).join('\t')
}

/** A field of an event as text; empty if it does not have it. A tag is `tag.` and its name. */
export function textOf(record: EventRecord, field: string): string {
  if (field.startsWith('tag.')) return record.tags[field.slice('tag.'.length)] ?? ''
  if (field === 'first_occurrence' || field === 'last_occurrence')
    return isoTime(Math.round(record[field] * 1_000_000))
  const value: unknown = Object.entries(record).find(([name]) => name === field)?.[1]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const escapes: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' }

function escaped(text: string): string {
  return text.replace(/[\t\n\r\\]/g, character => escapes[character] ?? character)
}
