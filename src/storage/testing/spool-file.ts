import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { slowTemplate } from '../../filter/testing/slow-template.ts'
import type { StoredEvent } from '../../schema/event/event.ts'
import {
  type BatchNames,
  formatOf,
  type RowFormat,
  type SpoolBatch,
  spoolExtension,
  tagPath,
} from '../../schema/event/row.ts'

/** An event with all its occurrences, for tests. `counter` and `last` follow from `occurrences`. */
export interface TestEvent extends Omit<StoredEvent, 'ts' | 'last' | 'counter' | 'triggers'> {
  /** Retention class; absent: none. */
  retentionClass?: string
  /** Absent: none. */
  triggers?: readonly number[]
  /** Microseconds; the first one is the event's first occurrence. */
  occurrences: number[]
}

/** Members of an event that a test does not specify. */
export const ordinary = {
  host: 'fw-1',
  program: 'kernel',
  facility: 0,
  severity: 3,
  mnemonic: '',
  type: 1,
  status: 0,
} as const

/** One row of a spool file. */
export interface TestRow {
  event: TestEvent
  ts: number
  repeat: 0 | 1
  earlier: number[]
}

/** The rows that ingest would write for an event if all its occurrences came in one batch. */
export function rowsOf(event: TestEvent): TestRow[] {
  const [first, ...others] = event.occurrences
  if (first === undefined) return []
  const bySecond = Map.groupBy(others, moment => Math.floor(moment / 1_000_000))
  const repeats = [...bySecond.values()].map(moments => {
    const last = Math.max(...moments)
    const earlier = moments.toSpliced(moments.indexOf(last), 1).map(moment => last - moment)
    return { event, ts: last, repeat: 1 as const, earlier }
  })
  return [{ event, ts: first, repeat: 0, earlier: [] }, ...repeats]
}

let files = 0
const folder = mkdtempSync(path.join(tmpdir(), 'millrace-rows-'))

/**
 * Writes rows as a spool file of a version. Slow and obvious: the tests' own implementation of
 * schema/event/row.ts.
 */
export function spoolFile(rows: readonly TestRow[], extension = spoolExtension): SpoolBatch {
  const sequence = ++files
  const file = path.join(folder, `${sequence}${extension}`)
  writeFileSync(file, Buffer.concat(rows.map(row => encode(row, formatOf(file)))))
  const minutes = minutesOf(rows)
  const repeatMinutes = minutesOf(rows.filter(({ repeat }) => repeat === 1))
  return { file, sequence, repeated: false, rows: rows.length, minutes, repeatMinutes, names: namesOf(rows) }
}

function minutesOf(rows: readonly TestRow[]): number[] {
  return [...new Set(rows.map(row => Math.floor(row.ts / 60_000_000)))].sort((a, b) => a - b)
}

function namesOf(rows: readonly TestRow[]): BatchNames {
  const each = (text: (event: TestEvent) => string) => [
    ...new Set(rows.map(({ event }) => text(event).toWellFormed())),
  ]
  return {
    hosts: each(({ host }) => host),
    programs: each(({ program }) => program),
    templates: each(templateOf),
  }
}

/** Ingest omits some templates. */
function templateOf({ id, message }: TestEvent): string {
  return id % 7 === 0 ? '' : slowTemplate(message)
}

function encode({ event, ts, repeat, earlier }: TestRow, format: RowFormat): Buffer {
  const first = event.occurrences[0] ?? 0
  const tags = Object.fromEntries(Object.entries(event.tags).map(([name, value]) => [tagPath(name), value]))
  return Buffer.concat([
    uint(event.id, 8),
    uint(ts, 8),
    uint(first, 8),
    uint(repeat, 1),
    uint(earlier.length + 1, 4),
    varint(earlier.length),
    ...earlier.map(micros => uint(micros, 4)),
    string(event.host),
    string(event.program),
    uint(event.facility, 1),
    uint(event.severity, 1),
    ...(format.hasClass ? [string(event.retentionClass ?? '')] : []),
    string(event.mnemonic),
    uint(event.type, 1),
    uint(event.status, 1),
    ...(format.hasTriggers ? idsOf(event.triggers) : []),
    string(event.message),
    string(JSON.stringify(tags)),
    string(templateOf(event)),
  ])
}

function idsOf(ids: readonly number[] = []): Buffer[] {
  return [varint(ids.length), ...ids.map(id => uint(id, 4))]
}

function uint(value: number, bytes: number): Buffer {
  const out = Buffer.alloc(8)
  out.writeBigUInt64LE(BigInt(value))
  return out.subarray(0, bytes)
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Buffer.from([...bytes, rest])
}

function string(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([varint(bytes.length), bytes])
}
