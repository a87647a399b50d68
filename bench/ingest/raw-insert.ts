import { openEmbeddedStore } from '../../src/storage/store/embedded/open.ts'

/** Parallel inserts, as in the product. */
const concurrency = 2

export interface RawInsert {
  rows: number
  /** Rows a second. */
  rate: number
}

/** Inserts these spool files with the engine alone, as fast as it can: the upper bound for the product. */
export async function rawInsert(files: readonly string[], folder: string): Promise<RawInsert> {
  const store = await openEmbeddedStore({ folder, window: 60, retentionDays: 30, log: console.error })
  try {
    const since = performance.now()
    const left = files.values()
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        for (const file of left)
          await store.append({
            file,
            sequence: 0,
            repeated: false,
            rows: 0,
            minutes: [],
            names: { hosts: [], programs: [], templates: [] },
          })
      }),
    )
    const seconds = (performance.now() - since) / 1_000
    const answer = await store.engine.run('short', 'SELECT count() FROM millrace.events')
    const [rows = 0] = JSON.parse(Buffer.from(answer).toString())
    return { rows, rate: rows / seconds }
  } finally {
    await store.close()
  }
}
