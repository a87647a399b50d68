/**
 * For suites of results with TEST_STORE=nodes: a store on a ClickHouse server to which three nodes append one
 * after the other, and which is read at one of them. That node's data in memory follows the log in PostgreSQL
 * for two of three batches.
 */
import { inject } from 'vitest'
import { AppendLog } from '../../src/metadata/append-log/append-log.ts'
import { createDatabase, testOptions } from '../../src/metadata/testing/postgres.ts'
import { openServerStore, type ServersOptions } from '../../src/storage/store/server/open.ts'
import type { SqlStore, StoreOptions } from '../../src/storage/store/sql-store.ts'
import { storeOpeners } from '../../src/storage/testing/store-on-server.ts'
import { openLog } from '../../src/telemetry/log.ts'

const nodes = [1, 2, 3]
/** The database of a store, by server; another folder means another store. */
const databases = new Map<string, { folder: string; name: string }>()

storeOpeners.nodes = async (folder, options) => {
  const address = inject('postgres') ?? ''
  const [server] = options.addresses
  const known = databases.get(server.name)
  const database = known?.folder === folder ? known : { folder, name: await createDatabase(address, 'empty') }
  databases.set(server.name, database)
  const stores: SqlStore[] = []
  for (const id of nodes) stores.push(await openNode(id, testOptions(address, database.name), options))
  return together(stores)
}

/** Opens one of several stores on the same tables. */
async function openNode(
  id: number,
  postgres: ReturnType<typeof testOptions>,
  options: ServersOptions & StoreOptions,
) {
  const node = { remainder: id, name: `node-${id}` }
  const sharedLog = await AppendLog.open({ postgres, node, folder: node.name, log: openLog('error') })
  return await openServerStore({ ...options, sharedLog })
}

/** The first of these stores; each batch goes to its own node, which also gets it a second time. */
function together(stores: readonly SqlStore[]): SqlStore {
  const [first] = stores
  if (first === undefined) throw new Error('there is no node')
  const nodeOf = (sequence: number) => stores[sequence % stores.length] ?? first
  const [append, close] = [first.append, first.close]
  const appendTo = (store: SqlStore) => (store === first ? append : store.append)
  return Object.assign(first, {
    append: async (...batches: Parameters<SqlStore['append']>) => {
      const groups = Map.groupBy(batches, ({ sequence }) => nodeOf(sequence))
      await Promise.all([...groups].map(([store, group]) => appendTo(store)(...group)))
    },
    close: async () => {
      await Promise.all([close(), ...stores.slice(1).map(store => store.close())])
    },
  })
}
