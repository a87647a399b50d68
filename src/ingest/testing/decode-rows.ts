import type { ParsedEvent } from '../../schema/event/event.ts'
import { type BatchNames, currentFormat, tagName } from '../../schema/event/row.ts'
import { RowCursor } from '../spool/rows/row-cursor.ts'

/** A row of a spool file as values. */
export interface SpoolRow extends Omit<ParsedEvent, 'extra' | 'readFrom' | 'keepsExtra' | 'originalBytes'> {
  id: number
  triggers: number[]
  first: number
  repeat: number
  count: number
  /** Microseconds before ts. */
  earlier: number[]
}

/** All rows of a spool file. Throws TornRowsError. */
export function decodeRows(bytes: Buffer, format = currentFormat): SpoolRow[] {
  const cursor = new RowCursor(bytes, format)
  const rows: SpoolRow[] = []
  while (cursor.next()) rows.push(decodeRow(cursor, format))
  return rows
}

/** The distinct hosts, programs and templates of all rows, in their order. */
export function namesIn(bytes: Buffer, format = currentFormat): BatchNames {
  const cursor = new RowCursor(bytes, format)
  const hosts = new Set<string>()
  const programs = new Set<string>()
  const templates = new Set<string>()
  while (cursor.next()) {
    const host = textAt(bytes, cursor.start)
    hosts.add(host.text)
    programs.add(textAt(bytes, host.end).text)
    templates.add(textAt(bytes, cursor.end).text)
  }
  return { hosts: [...hosts], programs: [...programs], templates: [...templates] }
}

function textAt(bytes: Buffer, start: number): { text: string; end: number } {
  let at = start
  let length = 0
  for (let shift = 0; ; shift += 7) {
    const byte = bytes.readUInt8(at++)
    length += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80) break
  }
  return { text: bytes.toString('utf8', at, at + length), end: at + length }
}

/** The current row of a cursor. */
export function decodeRow(cursor: RowCursor, format = currentFormat): SpoolRow {
  const { bytes, view, id, ts, first, repeat, count } = cursor
  let at = cursor.start
  const uint8 = (): number => view.getUint8(at++)
  const text = (): string => {
    const { text, end } = textAt(bytes, at)
    at = end
    return text
  }
  // Short arrays, so their length is one byte.
  const numbers = (): number[] =>
    Array.from({ length: uint8() }, () => {
      at += 4
      return view.getUint32(at - 4, true)
    })
  // In the order of the columns: the members of a literal are evaluated in order.
  const content = {
    host: text(),
    program: text(),
    facility: uint8(),
    severity: uint8(),
    retentionClass: format.hasClass ? text() : '',
    mnemonic: text(),
    type: uint8(),
    status: uint8(),
    triggers: format.hasTriggers ? numbers() : [],
    message: text(),
    tags: tagsOf(text()),
  }
  const earlierTimes = Array.from({ length: count - 1 }, (_, i) =>
    view.getUint32(cursor.earlierStart + i * 4, true),
  )
  return { id, ts, first, repeat, count, earlier: earlierTimes, ...content }
}

function tagsOf(text: string): Record<string, string> {
  const tags: Record<string, string> = Object.create(null)
  // `RowContentWriter` wrote it: an object of strings.
  const stored = JSON.parse(text) as Record<string, string>
  for (const path of Object.keys(stored)) tags[tagName(path)] = stored[path] ?? ''
  return tags
}
