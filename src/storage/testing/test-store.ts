import { type EmbeddedOptions, openEmbeddedStore } from '../store/embedded/open.ts'
import type { SqlStore } from '../store/sql-store.ts'
import { newStoreFolder } from './empty-store.ts'
import { openOnServers } from './store-on-server.ts'

/**
 * Opens a real store, in its own folder unless one is given, that keeps its days for centuries and logs
 * nothing. In test projects with TEST_STORE it is on a ClickHouse server (server), on two shards (shards),
 * two replicas (replicas), or on a server that several nodes append to (nodes).
 */
export async function openTestStore(options: Partial<EmbeddedOptions> = {}): Promise<SqlStore> {
  const folder = options.folder ?? (await newStoreFolder())
  const common = { window: 60, retentionDays: 100_000, log: () => {}, ...options }
  const { TEST_STORE: on } = process.env
  if (on !== undefined) return await openOnServers(folder, on, common)
  return await openEmbeddedStore({ ...common, folder })
}
