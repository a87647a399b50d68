import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Read } from '../../contract/event-store.ts'
import { openEmbeddedStore } from './open.ts'

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 60 }
/** The minimum of the setting: a short statement gets about 85 MB of it, a long one 170. */
const memory = 256_000_000

test('a statement keeps to its share of memory: on disk what can be there, else it ends and says so', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-memory-'))
  const store = await openEmbeddedStore({ folder, memory, window: 60, retentionDays: 30, log: () => {} })
  const { client } = store
  try {
    // Each group is a row of the grouping table, which exceeds the share if it is all in memory.
    const groups = 'SELECT toString(number) AS text, count() AS n FROM numbers(2000000) GROUP BY text'
    expect(await client.select(`SELECT count(), sum(n) FROM (${groups})`, read)).toEqual([
      [2_000_000, 2_000_000],
    ])
    const held = 'SELECT length(groupArray(number)) FROM numbers(20000000)'
    await expect(client.select(held, read)).rejects.toMatchObject({
      code: 'query_memory',
      detail: 'The query needed more memory than allowed; narrow its range or filter.',
    })
    // Few but long rows.
    const long = `SELECT repeat(toString(number % 10), 4096) FROM (SELECT number FROM numbers(20000) SETTINGS max_block_size = 500)`
    const tooLarge = {
      code: 'query_memory',
      detail: 'The answer takes more than 18 MB; ask for fewer rows, or narrow the range or the filter.',
    }
    await expect(client.select(long, read)).rejects.toMatchObject(tooLarge)
    await expect(client.bytes(long, read)).rejects.toMatchObject(tooLarge)
    expect((await client.select(`${long} LIMIT 500`, read)).length).toBe(500)
    expect(await client.select('SELECT 1', read)).toEqual([[1]])
  } finally {
    await store.close()
  }
})

test('the reads of a merge are bounded by the memory, also when that changes, and two large ones run at most', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-memory-'))
  for (const memory of [256_000_000, 2_560_000_000]) {
    const store = await openEmbeddedStore({ folder, memory, window: 60, retentionDays: 30, log: () => {} })
    try {
      const [row] = await store.client.select(
        "SELECT extract(engine_full, 'max_bytes_to_merge_at_max_space_in_pool = ([0-9]+)'), extract(engine_full, 'number_of_free_entries_in_pool_to_lower_max_size_of_merge = ([0-9]+)') FROM system.tables WHERE name = 'events'",
        read,
      )
      expect(row).toEqual([String(memory * 4), '3'])
      const places =
        "SELECT arrayProduct(groupArray(toUInt32(value))) FROM system.server_settings WHERE name IN ('background_pool_size', 'background_merges_mutations_concurrency_ratio')"
      expect(await store.client.select(places, read)).toEqual([[4]])
    } finally {
      await store.close()
    }
  }
})
