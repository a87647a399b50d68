import type { CheckExclusive } from '../../../schema/store/shared-log.ts'
import type { ShardClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { type Migration, migrations } from './migrations.ts'

/** Opening the store of a newer Millrace could lose data that only the newer one knows. */
class NewerStoreError extends Error {
  override name = 'NewerStoreError' as const
}

/** The table of versions, qualified. */
export const versionsTable = 'millrace.versions'
const read = internalRead('short', 60)

/** Migrates the tables of a shard to this program's version. Safe to repeat after a kill at any point. */
export async function migrate(
  shard: ShardClient,
  known: readonly Migration[] = migrations,
  check: CheckExclusive = async () => {},
): Promise<void> {
  const versions = shard.own(versionsTable)
  await shard.command('CREATE DATABASE IF NOT EXISTS millrace ENGINE = Atomic')
  await shard.command(
    `CREATE TABLE IF NOT EXISTS ${versions} (version UInt32, name String) ENGINE = ${shard.engineOf(versionsTable)} ORDER BY version`,
  )
  const current = await readVersion(shard)
  const newest = newestVersion(known)
  if (current > newest) {
    throw new NewerStoreError(
      `the event store has version ${current}, this Millrace knows up to ${newest}: use the newer one`,
    )
  }
  for (const { version, name, run } of known) {
    if (version <= current) continue
    await check()
    await run(shard)
    await check()
    await shard.command(`INSERT INTO ${versions} SETTINGS async_insert = 0 VALUES (${version}, '${name}')`)
  }
}

/** The version of the tables of a shard. */
export async function readVersion(shard: ShardClient): Promise<number> {
  const found = await shard.select(`SELECT max(version) FROM ${shard.own(versionsTable)}`, read)
  return Number(found[0]?.[0] ?? 0)
}

/** The version of the tables that this program creates. */
export function newestVersion(known: readonly Migration[] = migrations): number {
  return known.at(-1)?.version ?? 0
}
