import type { ShardClient } from '../../clients/sql-client.ts'

/**
 * Resolves once every replica of a shard has all rows that any replica has in these tables, including rows of
 * an insert whose answer was lost. Rejects with a Fault while a replica does not answer.
 */
export async function syncReplicas(shard: ShardClient, ...tables: string[]): Promise<void> {
  if (!shard.isReplicated) return
  // LIGHTWEIGHT: does not wait for merges and mutations.
  for (const table of tables) await shard.onReplicas(`SYSTEM SYNC REPLICA ${shard.own(table)} LIGHTWEIGHT`)
}
