import { expect, test } from 'vitest'
import { ordinary, rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { openTestStore } from '../../testing/test-store.ts'
import { newestRowsReader } from './read-newest-rows.ts'

const start = Date.UTC(2026, 0, 1) / 1000

test('after a burst the seconds of the newest rows alone are read, whatever the estimates say', async () => {
  const store = await openTestStore()
  try {
    const burst = Array.from({ length: 3_000 }, (_, i) =>
      rowsOf({
        ...ordinary,
        id: i + 1,
        occurrences: [(start + Math.floor(i / 100)) * 1_000_000 + i],
        message: 'x',
        tags: {},
      }),
    )
    await store.append(spoolFile(burst.flat()))
    const asked: string[] = []
    const client = {
      ...store.client,
      bytes: (...[sql, ...rest]: Parameters<typeof store.client.bytes>) => {
        asked.push(sql)
        return store.client.bytes(sql, ...rest)
      },
    }
    const { days } = store
    for (const estimated of [0, 100_000]) {
      const newest = newestRowsReader(client, { estimateRows: () => estimated, days })
      const few = await newest(store.mark(), 250, 1_000_000)
      expect([few.batch.size, few.from]).toEqual([250, start + 27])
      const all = await newest(store.mark(), 5_000, 10_000_000)
      expect([all.batch.size, all.from]).toEqual([3_000, 0])
    }
    expect(asked).toHaveLength(4)
    expect(asked[0]).toContain(`sec >= toDateTime(${start + 27}`)
  } finally {
    await store.close()
  }
})
