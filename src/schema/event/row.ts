/**
 * The row format of a spool file: RowBinary, these columns in this order. Ingest writes it, and the engine
 * reads the file itself. A change needs a new file extension, so that older files are still read correctly.
 * The first row of an event has repeat 0, count 1 and ts = first. Later rows (repeat 1) have the same id and
 * content, each for the occurrences of one second in one batch. Rows are never updated. All rows of an event
 * have ts in [first, first + deduplication window).
 */
export const spoolExtension = '.v4.rb'
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
  /** Distance of each other occurrence of the row before ts, microseconds: count - 1 numbers. */
  ['earlier', 'Array(UInt32)'],
  ['host', 'String'],
  ['program', 'String'],
  ['facility', 'UInt8'],
  ['severity', 'UInt8'],
  /** Name of the retention class that rules set; '': the default. */
  ['class', 'String'],
  ['mnemonic', 'String'],
  /** Index into eventTypes. */
  ['type', 'UInt8'],
  /** Index into statuses. */
  ['status', 'UInt8'],
  /** Ids of the triggers that the first occurrence fired, in their order. */
  ['triggers', 'Array(UInt32)'],
  ['message', 'String'],
  /** A JSON object of strings; names escaped by tagPath. */
  ['tags', 'String'],
  /** Template of the message, or '': see template.ts. */
  ['template', 'String'],
] as const satisfies readonly (readonly [name: string, type: string])[]

/** Whether the rows of a spool file have the columns that older formats lack. */
export interface RowFormat {
  hasClass: boolean
  hasTriggers: boolean
}

export const currentFormat: RowFormat = { hasClass: true, hasTriggers: true }
/** Files of earlier versions. */
export const previousFormats: Readonly<Record<'.v3.rb' | '.v2.rb', RowFormat>> = {
  '.v3.rb': { hasClass: false, hasTriggers: true },
  '.v2.rb': { hasClass: false, hasTriggers: false },
}

/** The format of the rows of a file. */
export function formatOf(file: string): RowFormat {
  const previous = Object.entries(previousFormats).find(([extension]) => file.endsWith(extension))
  return previous?.[1] ?? currentFormat
}

/** Whether the rows of a format have a column. */
export function hasColumn(
  { hasClass, hasTriggers }: RowFormat,
  name: (typeof rowColumns)[number][0],
): boolean {
  if (name === 'class') return hasClass
  return name === 'triggers' ? hasTriggers : true
}

/** Structure of a file for the engine's file() table function. */
export function rowStructure(file: string): string {
  const columns = rowColumns.filter(([name]) => hasColumn(formatOf(file), name))
  return columns.map(([name, type]) => `${name} ${type}`).join(', ')
}

/**
 * A tag's name as a flat JSON key: percent-escapes dots, which would nest, %, control characters, and the
 * quotes and backslashes that SQL gives a meaning (sql/columns.ts).
 */
export function tagPath(name: string): string {
  return name.replace(/[%.\u0000-\u001f`"\\]/g, c => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** The tag's name of a JSON key. */
export function tagName(path: string): string {
  return path.replace(/%([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** The distinct hosts, programs and templates in the rows of a spool file. */
export interface BatchNames {
  hosts: readonly string[]
  programs: readonly string[]
  templates: readonly string[]
}

/** A closed, synced spool file, ready for the store. */
export interface SpoolBatch {
  /** Absolute path. */
  file: string
  /** Identifies the file in the store, uniquely; rises, below 2^53. */
  sequence: number
  /**
   * The file was sent to the store before, which may have all of its rows, the rows of some days, or none.
   */
  repeated: boolean
  rows: number
  /** Minutes since the epoch (floor(seconds / 60)) with rows in this batch, ascending. */
  minutes: number[]
  /** Minutes with rows of repeats, ascending; absent: any minute may have some. */
  repeatMinutes?: number[]
  names: BatchNames
  /** Absolute path of the triggers' matches in it (batch-matches.ts); absent when there are none. */
  matches?: string
}
