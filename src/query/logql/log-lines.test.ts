import { expect, test } from 'vitest'
import { firstEvents } from './log-lines.ts'
import { ArrivingLines } from './testing/arriving-lines.ts'

test('one line is found beside thousands of the same second', async () => {
  const lines = await ArrivingLines.open()
  try {
    const second = Math.floor(Date.now() / 1_000) - 60
    const from = second * 1_000_000
    await lines.arrive(['a', 'wanted', from + 200_000])
    await lines.arrive(
      ...Array.from({ length: 3_000 }, (_, i): [string, string, number] => ['a', `${i}`, from + 500_000 + i]),
    )
    const query = { from, to: from + 500_000, limit: 1, newestFirst: true }
    const read = { signal: new AbortController().signal, lane: 'short', timeout: 30 } as const
    const found = await firstEvents(lines.store, { kind: 'const', value: true }, query, read)
    expect(found.map(({ message }) => message)).toEqual(['wanted'])
  } finally {
    await lines.store.close()
  }
})
