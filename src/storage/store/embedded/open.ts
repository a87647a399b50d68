import { Engine } from '../../clients/engine/engine.ts'
import { statementClient } from '../../clients/statement-client.ts'
import { openSqlStore } from '../open-sql-store.ts'
import { boundMerges } from '../tables/bound-merges.ts'
import { DeletedRows } from '../tables/deleted-rows.ts'
import { migrate } from '../tables/migrate.ts'
import { OldDays } from '../tables/old-days.ts'
import { OldWords } from '../tables/old-words.ts'
import { appendFiles } from './append-files.ts'
import { DetachedParts } from './detached-parts.ts'
import type { EmbeddedOptions, EmbeddedStore } from './embedded-store.ts'

const defaultMemoryBytes = 900_000_000

/** Opens the store in this folder and migrates its tables to the current version. */
export async function openEmbeddedStore(options: EmbeddedOptions): Promise<EmbeddedStore> {
  const { folder, memory = defaultMemoryBytes, log } = options
  const engine = new Engine({ folder, memory, log })
  await engine.open()
  const client = statementClient(engine, memory)
  try {
    await migrate(client.shards[0])
    const detachedParts = new DetachedParts({ client, log })
    await detachedParts.read()
    await boundMerges(client, memory)
    const insertFiles = appendFiles.bind(undefined, client)
    const store = await openSqlStore({ client, insertFiles }, options)
    const { close } = store
    const oldDays = new OldDays({ client: store.client, folder, memory, log })
    oldDays.start()
    const oldWords = new OldWords({ client: store.client, memory, log })
    oldWords.start()
    const deletedRows = new DeletedRows({ client: store.client, memory, log })
    deletedRows.start()
    detachedParts.start()
    return Object.assign(store, {
      engine,
      oldDays,
      oldWords,
      detachedParts,
      async close() {
        await detachedParts.close()
        oldDays.stop()
        oldWords.stop()
        deletedRows.stop()
        await close()
      },
    })
  } catch (error) {
    await engine.close()
    throw error
  }
}
