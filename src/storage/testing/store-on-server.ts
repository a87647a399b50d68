import { openServerStore, type ServersOptions } from '../store/server/open.ts'
import type { SqlStore, StoreOptions } from '../store/sql-store.ts'
import { TestServer } from './clickhouse-server.ts'
import { startShared } from './shared-processes.ts'
import { TestKeeper } from './test-keeper.ts'

type Servers = readonly [TestServer, ...TestServer[]]

/** Servers of this process whose store is closed, with the folder for which the store was opened. */
const idle = new Map<Servers, string>()

type OpenOnServers = (folder: string, options: ServersOptions & StoreOptions) => Promise<SqlStore>

/** Ways to open a store on servers: by one process, or by several (scripts/testing/several-nodes.ts). */
export const storeOpeners: Record<string, OpenOnServers> = {
  server: (_, options) => openServerStore(options),
  shards: (_, options) => openServerStore(options),
  replicas: (_, options) => openServerStore({ ...options, isReplicated: true }),
}

/**
 * Opens a store of a kind (a key of `storeOpeners`): on the servers of an earlier store of the same folder,
 * or on empty ones.
 */
export async function openOnServers(folder: string, kind: string, options: StoreOptions): Promise<SqlStore> {
  const open = storeOpeners[kind]
  if (open === undefined) throw new Error(`there is no store of the kind ${kind}`)
  const servers = await serversFor(folder, kind)
  idle.delete(servers)
  const [first, ...others] = servers
  const store = await open(folder, {
    ...options,
    addresses: [first.address, ...others.map(({ address }) => address)],
    cluster: kind === 'shards' || kind === 'replicas' ? 'millrace' : undefined,
    owner: 'tests',
  })
  const { close } = store
  return Object.assign(store, {
    async close() {
      await close()
      idle.set(servers, folder)
    },
  })
}

async function serversFor(folder: string, kind: string): Promise<Servers> {
  for (const [servers, usedFolder] of idle) if (usedFolder === folder) return servers
  const [[servers] = []] = idle
  if (servers === undefined) return await startShared(() => startServers(kind))
  for (const server of servers) await server.query('DROP DATABASE IF EXISTS millrace SYNC')
  return servers
}

async function startServers(kind: string): Promise<Servers> {
  if (kind === 'shards') return await TestServer.startShards()
  if (kind !== 'replicas') return [await TestServer.start()]
  const [replicas] = await TestServer.startReplicas(await TestKeeper.start(), 1)
  return replicas
}
