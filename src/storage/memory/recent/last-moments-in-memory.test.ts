import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Predicate } from '../../../filter/predicate/predicate.ts'
import { runs } from '../../../testing/depth.ts'
import type { LastRow } from '../../contract/event-store.ts'
import type { Field, Value } from '../../contract/field.ts'
import { countedOracle } from '../../testing/counted-oracle.ts'
import { rowsOf, spoolFile, type TestEvent } from '../../testing/spool-file.ts'
import { lastMomentsInMemory } from './last-moments-in-memory.ts'
import { RecentBatch } from './recent-batch.ts'
import { compareRows, rowsOf as rowsIn } from './recent-snapshot.ts'

const start = Date.UTC(2026, 0, 1) / 1000
const micro = 1_000_000

let ids = 0
const anyEvent = fc
  .record({
    host: fc.constantFrom('fw-1', 'FW-2', 'größe', ''),
    severity: fc.nat(2),
    message: fc.constantFrom('login failed', 'link eth0 down', 'Größe failed'),
    user: fc.constantFrom('eve', 'Émile', undefined),
    at: fc.array(fc.integer({ min: 0, max: 20 * micro }), { minLength: 1, maxLength: 3 }),
  })
  .map(({ host, severity, message, user, at }): TestEvent => {
    const occurrences = at.sort((a, b) => a - b).map(later => start * micro + later)
    const content = {
      host,
      program: 'sshd',
      facility: 4,
      severity,
      mnemonic: '',
      type: 1,
      status: 0,
      message,
    }
    return { id: ++ids, occurrences, ...content, tags: user === undefined ? {} : { user } }
  })
const predicates: readonly Predicate[] = [
  { kind: 'const', value: true },
  { kind: 'phrase', tokens: [{ text: 'failed', wild: false }] },
  { kind: 'number', field: 'severity', op: 'ge', value: 1 },
]
const fields: readonly Field[] = ['host', 'severity', 'program', { tag: ['user'] }]

test('the moments of last values match all rows, or are not returned', () => {
  let told = 0
  fc.assert(
    fc.property(
      fc.array(fc.array(anyEvent, { maxLength: 8 }), { minLength: 1, maxLength: 3 }),
      fc.record({ from: fc.nat(15), length: fc.integer({ min: 1, max: 20 }), held: fc.nat(12) }),
      fc.constantFrom(...predicates),
      fc.constantFrom(...fields),
      (pieces, { from, length, held }, predicate, field) => {
        const rows = pieces.flatMap(events => {
          const { file, sequence, rows } = spoolFile(events.flatMap(rowsOf))
          return rowsIn(new RecentBatch(readFileSync(file), sequence, rows))
        })
        const inMemory = rows.filter(({ ts }) => ts >= (start + held) * micro).sort(compareRows)
        const recent = { from: start + held, rows: inMemory, repeated: new Map() }
        const scope = { from: start + from, to: start + from + length, predicate }
        const last = { field, ignoreEmpty: true, limit: 100, precision: 'microsecond' } as const
        const wanted = byValue(countedOracle(pieces.flat(), scope).lastValues(last))
        const known = wanted.map(row => ({ ...row, last: Math.floor(row.last / micro) * micro }))
        const answer = lastMomentsInMemory(recent, scope, field, known)
        const isHeld = known.every(row => row.last >= recent.from * micro)
        expect(answer && byValue(answer)).toEqual(isHeld ? wanted : undefined)
        if (isHeld && known.length > 0) told++
      },
    ),
    { numRuns: runs(300) },
  )
  expect(told).toBeGreaterThan(50)
})

function byValue(rows: readonly LastRow[]): LastRow[] {
  const text = ({ value }: { value: Value }) => String(value)
  return rows.toSorted((a, b) => (text(a) < text(b) ? -1 : 1))
}
