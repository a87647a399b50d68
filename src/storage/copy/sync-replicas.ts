import type { ShardClient } from '../sql-client.ts'

/**
 * Resolves once each replica of a shard has the rows of these tables that any of them has, also those of an insert whose answer was lost.
 * Rejects with a Fault while one does not answer.
 */
export async function syncReplicas(shard: ShardClient, ...tables: string[]): Promise<void> {
  if (!shard.isReplicated) return
  // LIGHTWEIGHT: no merges and mutations are waited for.
  for (const table of tables) await shard.onReplicas(`SYSTEM SYNC REPLICA ${shard.own(table)} LIGHTWEIGHT`)
}
