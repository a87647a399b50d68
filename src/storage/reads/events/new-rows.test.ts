import { expect, onTestFinished, test } from 'vitest'
import { newRowsIn } from '../../clients/row-binary/new-rows.ts'
import type { RowPosition } from '../../contract/new-rows.ts'
import { ordinary, rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { openTestStore } from '../../testing/test-store.ts'

const read = { signal: new AbortController().signal, lane: 'short', timeout: 30 } as const
const everything = { kind: 'const', value: true } as const

test('new rows are read in order, no matter how far the numbers of their batches are apart', async () => {
  const store = await openTestStore()
  onTestFinished(() => store.close())
  const ask = (after?: RowPosition) =>
    store.newRows({ predicate: everything, after, limit: 3, order: 'arrival' }, read)
  let position = (await ask()).next
  const start = spoolFile([]).sequence
  const numbers = [1, 2, 3, 4_000, 4_001, 60_000, 70_000_000, 70_000_001].map(distance => start + distance)
  for (const [index, sequence] of numbers.entries()) {
    const occurrences = [(1_800_000_000 + index) * 1_000_000]
    const rows = [2 * index, 2 * index + 1].flatMap(id =>
      rowsOf({ ...ordinary, id, occurrences, message: `event ${id}`, tags: {} }),
    )
    await store.append({ ...spoolFile(rows), sequence })
  }
  const steps: number[][] = []
  for (let hasMore = true; hasMore; ) {
    const answer = await ask(position)
    steps.push([...newRowsIn(answer)].map(({ event }) => event.id))
    position = answer.next
    hasMore = answer.hasMore
  }
  expect(steps.flat()).toEqual(Array.from({ length: 16 }, (_, id) => id))
})
