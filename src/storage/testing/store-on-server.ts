import { openServerStore } from '../server/open.ts'
import type { SqlStore, StoreOptions } from '../sql-store.ts'
import { TestServer } from './clickhouse-server.ts'

/** Servers of this process whose store is closed, with the folder that the store was opened for. */
const idle = new Map<TestServer, string>()

/** Opens a store on a server: the one that an earlier store of the same folder left, or an empty one. */
export async function openOnServer(folder: string, options: StoreOptions): Promise<SqlStore> {
  const server = await serverFor(folder)
  idle.delete(server)
  const store = await openServerStore({ ...options, address: server.address })
  const { close } = store
  return Object.assign(store, {
    async close() {
      await close()
      idle.set(server, folder)
    },
  })
}

async function serverFor(folder: string): Promise<TestServer> {
  for (const [server, of] of idle) if (of === folder) return server
  const [[server] = [await TestServer.start()]] = idle
  await server.query('DROP DATABASE IF EXISTS millrace SYNC')
  return server
}
