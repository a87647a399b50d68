import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { EVENT_SYSLOG, type ParsedEvent } from '../../schema/event/event.ts'
import { runs } from '../../testing/depth.ts'
import { Batch } from '../spool/batch.ts'
import { RowCursor } from '../spool/rows/row-cursor.ts'
import { decodeRow, decodeRows, type SpoolRow } from '../testing/decode-rows.ts'
import { Deduplicator } from './deduplicator.ts'

const second = 1_000_000
const window = 60 * second
const base = 1_767_225_600 * second
const plenty = { windowMicros: window, maxWindows: 2_000, maxBytes: 200_000 }
const batch = new Batch()
afterEach(() => batch.reset())

function event(ts: number, changes: Partial<ParsedEvent> = {}): ParsedEvent {
  return {
    ts,
    host: 'fw-1',
    program: 'sshd',
    facility: 4,
    severity: 6,
    mnemonic: '',
    message: 'session opened for user ana',
    type: EVENT_SYSLOG,
    status: 0,
    tags: {},
    extra: {},
    ...changes,
  }
}

const ofKind = (kind: number): Partial<ParsedEvent> => ({
  message: `message ${kind >> 1}`,
  retentionClass: kind % 2 === 0 ? '' : 'debug',
})

function counting(): { next: () => number } {
  let id = 0
  return { next: () => ++id }
}

async function rowsOf(): Promise<SpoolRow[]> {
  const files = await batch.finish()
  const rows = files.flatMap(file => decodeRows(file.buffer.bytes.subarray(0, file.buffer.length)))
  batch.reset()
  return rows
}

/** Occurrence times of each event, sorted, by id. */
function occurrences(rows: readonly SpoolRow[]): Map<number, number[]> {
  const events = new Map<number, number[]>()
  for (const row of rows) {
    const times = events.get(row.id) ?? []
    times.push(row.ts, ...row.earlier.map(distance => row.ts - distance))
    events.set(row.id, times)
  }
  for (const times of events.values()) times.sort((a, b) => a - b)
  return events
}

interface Arrival {
  kind: number
  ts: number
  /** Milliseconds since the arrival before. */
  wait: number
  cut: boolean
}

/** The rules as specified, by linear search. Returns the event id of each arrival. */
function model(arrivals: readonly Arrival[]): number[] {
  const windows: { id: number; kind: number; first: number; touched: number; open: boolean }[] = []
  let now = 0
  return arrivals.map(({ kind, ts, wait }) => {
    now += wait
    const open = windows.filter(w => w.open && w.kind === kind && now - w.touched < window / 1_000)
    const found = open.findLast(w => ts >= w.first && ts < w.first + window)
    if (found) {
      found.touched = now
      return found.id
    }
    const oldest = open[0]
    if (oldest && open.length >= 4) oldest.open = false
    const id = windows.length + 1
    windows.push({ id, kind, first: ts, touched: now, open: true })
    return id
  })
}

const arrival = fc.record({
  kind: fc.nat(3),
  ts: fc.oneof(
    fc.integer({ min: 0, max: 400 }).map(s => base + s * second),
    fc.constantFrom(0, 1, window - 1, window, window + 1, 2 * window).map(d => base + d),
    fc.integer({ min: 0, max: 3 * second }).map(d => base + 100 * second + d),
  ),
  wait: fc.oneof(
    { weight: 8, arbitrary: fc.nat(200) },
    { weight: 1, arbitrary: fc.integer({ min: 59_900, max: 60_100 }) },
  ),
  cut: fc.boolean(),
})

describe('deduplication', () => {
  it.each([
    ['with memory for all', plenty],
    ['while windows move between generations', { ...plenty, maxWindows: 200 }],
  ])('agrees with a linear search through all windows, %s', async (_, bounds) => {
    await fc.assert(
      fc.asyncProperty(fc.array(arrival, { maxLength: 80 }), async arrivals => {
        const dedup = new Deduplicator(counting(), bounds)
        const rows: SpoolRow[] = []
        let now = 0
        for (const { kind, ts, wait, cut } of arrivals) {
          now += wait
          dedup.append(event(ts, { message: `message ${kind}` }), now, batch)
          if (cut) rows.push(...(await rowsOf()))
        }
        rows.push(...(await rowsOf()))

        const wanted = new Map<number, number[]>()
        model(arrivals).forEach((id, i) => {
          wanted.set(id, [...(wanted.get(id) ?? []), arrivals[i]?.ts ?? 0])
        })
        for (const times of wanted.values()) times.sort((a, b) => a - b)
        expect(occurrences(rows)).toEqual(wanted)
        for (const row of rows) {
          expect(row.count).toBe(row.earlier.length + 1)
          expect(row.ts - row.first).toBeLessThan(window)
          expect(row.ts).toBeGreaterThanOrEqual(row.first)
          const earliest = Math.min(row.ts, ...row.earlier.map(distance => row.ts - distance))
          expect(Math.floor(earliest / second)).toBe(Math.floor(row.ts / second))
          if (row.repeat === 0) expect([row.count, row.ts]).toEqual([1, row.first])
        }
      }),
      { numRuns: runs(2_000) },
    )
  })

  it('has one first row for each event and one repeat row for each second of a batch', async () => {
    const dedup = new Deduplicator(counting(), plenty)
    for (const ms of [0, 1_000, 1_500, 200, 1_200, 2_000, 1_500]) {
      dedup.append(event(base + ms * 1_000), 0, batch)
    }
    const rows = (await rowsOf()).map(r => [r.id, r.repeat, (r.ts - base) / 1_000, r.earlier])
    expect(rows).toEqual([
      [1, 0, 0, []],
      [1, 1, 1_500, [300_000, 0, 500_000]],
      [1, 1, 200, []],
      [1, 1, 2_000, []],
    ])
  })

  it.each<[string, Partial<ParsedEvent>, boolean]>([
    ['host', { host: 'fw-2' }, false],
    ['program', { program: 'cron' }, false],
    ['severity', { severity: 5 }, false],
    ['facility', { facility: 5 }, false],
    ['message', { message: 'session opened for user anb' }, false],
    ['a tag', { tags: { user: 'ana' } }, false],
    ['the retention class', { retentionClass: 'debug' }, false],
    ['text moved to the retention class', { severity: 5, retentionClass: '\u0006' }, false],
    ['text moved from host to program', { host: 'fw-', program: '1sshd' }, false],
    ['type, mnemonic and status', { type: 0, mnemonic: 'A-1-B', status: 1 }, true],
    ['what is not stored', { extra: { PID: '7' } }, true],
  ])('distinguishes events by %s: %s', async (_, changes, same) => {
    const dedup = new Deduplicator(counting(), plenty)
    dedup.append(event(base), 0, batch)
    dedup.append(event(base + 1, changes), 0, batch)
    const rows = await rowsOf()
    expect(new Set(rows.map(r => r.id)).size).toBe(same ? 1 : 2)
    if (same)
      expect(rows.map(r => [r.type, r.mnemonic, r.status])).toEqual(rows.map(() => [EVENT_SYSLOG, '', 0]))
  })

  it('does not care for the order of tags', async () => {
    const dedup = new Deduplicator(counting(), plenty)
    dedup.append(event(base, { tags: { a: '1', 'b.c': '2' } }), 0, batch)
    dedup.append(event(base, { tags: { 'b.c': '2', a: '1' } }), 0, batch)
    const rows = await rowsOf()
    expect(rows.map(r => r.id)).toEqual([1, 1])
    expect({ ...rows[0]?.tags }).toEqual({ a: '1', 'b.c': '2' })
  })

  it('makes every occurrence an event of its own when the window is 0', async () => {
    const dedup = new Deduplicator(counting(), { ...plenty, windowMicros: 0 })
    for (let i = 0; i < 3; i++) dedup.append(event(base), 0, batch)
    expect((await rowsOf()).map(r => [r.id, r.repeat])).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
    ])
  })

  it('gives up what was not touched for longest when memory ends, and counts it', () => {
    const dedup = new Deduplicator(counting(), { ...plenty, maxWindows: 200 })
    for (let i = 0; i < 1_000; i++) {
      dedup.append(event(base, { message: `once ${i}` }), i, batch)
      dedup.append(event(base, { message: 'again and again' }), i, batch)
    }
    expect([batch.firsts, batch.duplicates]).toEqual([1_001, 999])
    expect(dedup.evicted).toBeGreaterThan(700)
    expect(dedup.evicted).toBeLessThan(900)
  })

  it('keeps within its bytes', () => {
    const dedup = new Deduplicator(counting(), { ...plenty, maxBytes: 10_000 })
    for (let i = 0; i < 100; i++)
      dedup.append(event(base, { message: `${i} ${'x'.repeat(1_000)}` }), 0, batch)
    dedup.append(event(base, { message: `99 ${'x'.repeat(1_000)}` }), 0, batch)
    dedup.append(event(base, { message: 'y'.repeat(20_000) }), 0, batch)
    dedup.append(event(base, { message: 'y'.repeat(20_000) }), 0, batch)
    expect([batch.firsts, batch.duplicates]).toEqual([102, 1])
  })

  it('keeps the last touch of a restored window, also of one that is about to be evicted', () => {
    // Two windows in each half of the cache.
    const dedup = new Deduplicator(counting(), { ...plenty, maxWindows: 4 })
    const restore = (message: string, touched: number) =>
      dedup.restoreEvent(event(base, { message }), message.length, base, touched)
    for (const message of ['a', 'bb', 'ccc']) restore(message, 0)
    restore('a', 50_000)
    dedup.append(event(base + second, { message: 'a' }), 70_000, batch)
    expect([batch.firsts, batch.duplicates]).toEqual([0, 1])
  })

  it('continues an event after a restart, from any of its rows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arrival, { minLength: 1, maxLength: 40 }),
        fc.array(arrival, { minLength: 1, maxLength: 40 }),
        fc.boolean(),
        async (before, after, fromValues) => {
          const ids = counting()
          const old = new Deduplicator(ids, plenty)
          const fresh = new Deduplicator(ids, plenty)
          const all = [...before, ...after].map(a => ({ ...a, wait: 0 }))
          for (const { kind, ts } of before) old.append(event(ts, ofKind(kind)), 0, batch)
          const files = await batch.finish()
          const rows: SpoolRow[] = []
          for (const { buffer } of files) {
            const cursor = new RowCursor(buffer.bytes.subarray(0, buffer.length))
            while (cursor.next()) {
              const row = decodeRow(cursor)
              rows.push(row)
              if (fromValues) fresh.restoreEvent({ ...row, extra: {} }, row.id, row.first, 0)
              else fresh.restore(cursor, row.id, row.first, 0)
            }
          }
          batch.reset()
          for (const { kind, ts } of after) fresh.append(event(ts, ofKind(kind)), 0, batch)
          rows.push(...(await rowsOf()))

          const wanted = new Map<number, number[]>()
          model(all).forEach((id, i) => {
            wanted.set(
              id,
              [...(wanted.get(id) ?? []), all[i]?.ts ?? 0].sort((a, b) => a - b),
            )
          })
          expect(occurrences(rows)).toEqual(wanted)
        },
      ),
      { numRuns: runs(1_000) },
    )
  })
})
