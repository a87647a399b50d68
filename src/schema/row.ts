/**
 * The row format of a spool file: RowBinary, these columns in this order. Ingest writes it, the engine reads the file
 * itself. Changing it means a new file extension, so that files of an older version are still read as what they are.
 *
 * An event is its first row (repeat 0, count 1, ts = first) and later rows (repeat 1) with the same id and content,
 * each for the occurrences of one second of one batch. Rows are never updated. All rows of an event have ts in
 * [first, first + deduplication window).
 */
export const spoolExtension = '.v2.rb'
export const rowColumns = [
  /** Rises with arrival, below 2^53. */
  ['id', 'UInt64'],
  /** Integer microseconds since the epoch: the last occurrence in this row. */
  ['ts', "DateTime64(6, 'UTC')"],
  /** The event's first occurrence. */
  ['first', "DateTime64(6, 'UTC')"],
  ['repeat', 'UInt8'],
  /** Occurrences in this row, all within the second of ts. */
  ['count', 'UInt32'],
  /** How many microseconds before ts each other occurrence of the row lies: count - 1 numbers. */
  ['earlier', 'Array(UInt32)'],
  ['host', 'String'],
  ['program', 'String'],
  ['facility', 'UInt8'],
  ['severity', 'UInt8'],
  ['mnemonic', 'String'],
  /** Index into eventTypes. */
  ['type', 'UInt8'],
  /** Index into statuses. */
  ['status', 'UInt8'],
  ['message', 'String'],
  /** A JSON object of strings; names escaped by tagPath. */
  ['tags', 'String'],
  /** Of the message, or '': see template.ts. */
  ['template', 'String'],
] as const satisfies readonly (readonly [name: string, type: string])[]

/** As the engine's file() table function takes it. */
export const rowStructure = rowColumns.map(([name, type]) => `${name} ${type}`).join(', ')

/** A tag's name as a flat JSON key: dots would nest, so they (and % and control characters) are percent-escaped. */
export function tagPath(name: string): string {
  return name.replace(/[%.\u0000-\u001f`"\\]/g, c => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** The tag's name again. */
export function tagName(path: string): string {
  return path.replace(/%([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** A closed, synced spool file, ready for the store. */
export interface SpoolBatch {
  /** Absolute path. */
  file: string
  /** Names the file in the store: no other file ever has it. Rises; below 2^53. */
  sequence: number
  /** The store may have been given it before, and may have all of it, the rows of some days, or none. */
  repeated: boolean
  rows: number
  /** Minutes since the epoch (floor(seconds / 60)) that have a row in this batch, ascending. */
  minutes: number[]
}
