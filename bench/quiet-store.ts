import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type EmbeddedStore, openEmbeddedStore } from '../src/storage/store/embedded/open.ts'

const mergePollMillis = 1_000
/** Consecutive polls without a merge before the tables count as quiet. */
const quietPolls = 5

/** Opens the store of a data folder, waits until it no longer merges, and closes it after the work. */
export async function withQuietStore<T>(
  dataDir: string,
  work: (store: EmbeddedStore) => Promise<T>,
): Promise<T> {
  const folder = path.join(dataDir, 'events')
  const store = await openEmbeddedStore({ folder, window: 60, retentionDays: 60, log: console.error })
  try {
    await untilQuiet(store)
    const answer = await work(store)
    await untilQuiet(store)
    return answer
  } finally {
    await store.close()
  }
}

async function untilQuiet(store: EmbeddedStore): Promise<void> {
  for (let quiet = 0; quiet < quietPolls; quiet++) {
    const answer = await store.engine.run('short', 'SELECT count() FROM system.merges')
    if (!Buffer.from(answer).toString().startsWith('[0]')) quiet = 0
    await setTimeout(mergePollMillis)
  }
}
