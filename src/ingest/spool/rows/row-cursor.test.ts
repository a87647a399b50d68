import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../testing/depth.ts'
import { decodeRows, namesIn } from '../../testing/decode-rows.ts'
import { Batch } from '../batch.ts'
import { RowContentWriter } from './row-content.ts'
import { TornRowsError } from './row-cursor.ts'

const text = fc.oneof(
  fc.string({ maxLength: 50 }),
  fc.string({ unit: 'binary', maxLength: 50 }),
  // Around the lengths at which the varint grows, for one to three bytes per character.
  fc
    .tuple(
      fc.constantFrom('a', 'ä', '登', '😀'),
      fc.constantFrom(31, 32, 33, 42, 43, 63, 64, 127, 128, 5_462, 16_384),
    )
    .map(([unit, count]) => unit.repeat(count)),
)
const event = fc.record({
  ts: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
  host: text,
  program: text,
  facility: fc.nat(23),
  severity: fc.nat(7),
  mnemonic: text,
  message: text,
  type: fc.nat(2),
  status: fc.nat(2),
  tags: fc.dictionary(text, text, { maxKeys: 4 }),
  extra: fc.constant({}),
})

/** A text after UTF-8 encoding and decoding. */
const wellFormed = (value: string): string => value.toWellFormed()

describe('rows of a spool file', () => {
  it('come back as they were written', async () => {
    const batch = new Batch()
    const content = new RowContentWriter()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(event, fc.array(fc.nat(999_999), { maxLength: 5 })), { maxLength: 8 }),
        async cases => {
          for (const [id, [value, repeats]] of cases.entries()) {
            content.write(value)
            batch.appendFirst(content, id, value.ts)
            let row = -1
            for (const micros of repeats)
              row = batch.appendRepeat(content, id, value.ts, 5_000_000 + micros, row)
          }
          const files = await batch.finish()
          const rows = files.flatMap(({ buffer }) => decodeRows(buffer.bytes.subarray(0, buffer.length)))
          expect(files.map(file => file.rows).reduce((a, b) => a + b, 0)).toBe(rows.length)
          for (const { span, minutes, buffer, names } of files) {
            const inFile = decodeRows(buffer.bytes.subarray(0, buffer.length))
            expect(new Set(inFile.map(row => Math.floor(row.ts / (8 * 86_400e6))))).toEqual(new Set([span]))
            expect(minutes).toEqual(new Set(inFile.map(row => Math.floor(row.ts / 60e6))))
            expect(names.list()).toEqual(namesIn(buffer.bytes.subarray(0, buffer.length)))
          }
          batch.reset()
          for (const [id, [value, repeats]] of cases.entries()) {
            const first = rows.find(row => row.id === id && row.repeat === 0)
            expect(first).toMatchObject({
              ts: value.ts,
              first: value.ts,
              count: 1,
              host: wellFormed(value.host),
              program: wellFormed(value.program),
              facility: value.facility,
              severity: value.severity,
              mnemonic: wellFormed(value.mnemonic),
              message: wellFormed(value.message),
              type: value.type,
              status: value.status,
            })
            const kept = Object.entries(value.tags)
              .filter(([, tag]) => tag !== '')
              .map(([name, tag]) => [wellFormed(name), wellFormed(tag)])
            expect({ ...first?.tags }).toEqual(Object.fromEntries(kept))
            const later = rows.filter(row => row.id === id && row.repeat === 1)
            const times = later.flatMap(row => [row.ts, ...row.earlier.map(distance => row.ts - distance)])
            expect(times.sort((a, b) => a - b)).toEqual(repeats.map(m => 5_000_000 + m).sort((a, b) => a - b))
            expect(later.length).toBe(repeats.length > 0 ? 1 : 0)
          }
        },
      ),
      { numRuns: runs(500) },
    )
  })

  it('are refused when they end early, at whatever byte', async () => {
    const batch = new Batch()
    const content = new RowContentWriter()
    const [value] = fc.sample(event, { numRuns: 1 })
    if (value === undefined) throw new Error('no sample')
    content.write({ ...value, message: 'some text' })
    batch.appendFirst(content, 1, value.ts)
    const [file] = await batch.finish()
    const bytes = Buffer.from(file?.buffer.bytes.subarray(0, file.buffer.length) ?? [])
    expect(decodeRows(bytes)).toHaveLength(1)
    for (let length = 1; length < bytes.length; length++) {
      expect(() => decodeRows(bytes.subarray(0, length))).toThrow(TornRowsError)
    }
  })
})
