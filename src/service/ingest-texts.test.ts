import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Batch } from '../ingest/spool/batch.ts'
import { RowContentWriter } from '../ingest/spool/rows/row-content.ts'
import { spoolFilesOf } from '../ingest/testing/spool-files.ts'
import { EVENT_SYSLOG } from '../schema/event/event.ts'
import { openTestStore } from '../storage/testing/test-store.ts'
import { runs } from '../testing/depth.ts'

const start = Date.UTC(2026, 0, 1) / 1_000
const micro = 1_000_000

const odd = fc.constantFrom(
  '\ud800',
  '\udfff',
  '\0',
  '\x1f',
  '"',
  '\\',
  '.',
  '%',
  '`',
  '$',
  '__proto__',
  'null',
)
const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.array(odd, { maxLength: 4 }).map(parts => parts.join('')),
)
const event = fc.record({
  host: text,
  program: text,
  mnemonic: text,
  message: text,
  tags: fc.dictionary(
    text.filter(name => name !== ''),
    text,
    { maxKeys: 5, noNullPrototype: true },
  ),
})

test('the store takes whatever texts an event is of, and gives back what UTF-8 leaves of them', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-texts-'))
  const events = fc.sample(event, { numRuns: runs(400) })
  const batch = new Batch()
  const content = new RowContentWriter()
  for (const [i, texts] of events.entries()) {
    const numbers = {
      ts: (start + i) * micro,
      facility: 1,
      severity: 6,
      type: EVENT_SYSLOG,
      status: 0,
    } as const
    content.write({ ...texts, ...numbers, extra: {} })
    batch.appendFirst(content, i + 1, numbers.ts)
  }
  const store = await openTestStore()
  try {
    await store.append(...(await spoolFilesOf(batch, folder, 1)))
    const scope = {
      from: start,
      to: start + events.length,
      predicate: { kind: 'const', value: true },
    } as const
    const sort = [{ field: 'first_occurrence', descending: false }] as const
    const read = { signal: new AbortController().signal, lane: 'short', timeout: 30 } as const
    const { events: found } = await store.page(scope, { sort, offset: 0, limit: events.length }, read)
    const shown = found.map(({ host, program, mnemonic, message, tags }) => {
      return { host, program, mnemonic, message, tags: { ...tags } }
    })
    expect(shown).toEqual(events.map(wellFormed))
  } finally {
    await store.close()
  }
})

function wellFormed({ tags, ...texts }: typeof event extends fc.Arbitrary<infer T> ? T : never) {
  const named = Object.entries(tags).filter(([, value]) => value !== '')
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value.toWellFormed()])),
    tags: Object.fromEntries(named.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()])),
  }
}
