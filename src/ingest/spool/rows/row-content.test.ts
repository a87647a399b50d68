import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EVENT_SYSLOG } from '../../../schema/event/event.ts'
import { tagPath } from '../../../schema/event/row.ts'
import { RowContentWriter } from './row-content.ts'

/** Tags as in a row, encoded by JSON itself. */
function wantedTags(tags: Record<string, string>): string {
  const kept = Object.entries(tags).filter(([, value]) => value !== '')
  const texts = new Map(kept.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]))
  const named = [...texts].sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${named.map(([name, value]) => `${JSON.stringify(tagPath(name))}:${JSON.stringify(value)}`).join()}}`
}

test('tags are JSON, in the order of their names, no matter how many there are and whatever is in them', () => {
  const writer = new RowContentWriter()
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('"', '\\', '\x7f', 'é', '', '\ud800', '\udfff', 'a\udc00b', '\ufffd'),
  )
  fc.assert(
    fc.property(fc.dictionary(text, text, { maxKeys: 30, noNullPrototype: true }), tags => {
      const nothing = { host: '', program: '', mnemonic: '', message: '', extra: {} }
      const numbers = { ts: 0, facility: 1, severity: 6, type: EVENT_SYSLOG, status: 0 } as const
      writer.write({ ...nothing, ...numbers, tags })
      // After the message, which is empty, and the length of the tags.
      const bytes = writer.bytes.subarray(writer.messageStart + 1, writer.end)
      const wanted = wantedTags(tags)
      expect(bytes.toString('utf8', bytes.length - Buffer.byteLength(wanted))).toBe(
        Buffer.from(wanted).toString(),
      )
    }),
    { numRuns: 150 },
  )
})
