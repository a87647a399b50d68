import { internalRead } from '../internal-read.ts'
import type { SqlClient } from '../sql-client.ts'
import { type Migration, migrations } from './migrations.ts'

/** Opening the store of a newer Millrace could lose what that one knows. */
class NewerStoreError extends Error {
  override name = 'NewerStoreError' as const
}

const versionsTable = 'millrace.versions'
const read = internalRead('short', 60)

/** Brings the tables to the version of this program. Safe to repeat after a kill at any point. */
export async function migrate(client: SqlClient, known: readonly Migration[] = migrations): Promise<void> {
  await client.command('CREATE DATABASE IF NOT EXISTS millrace ENGINE = Atomic')
  await client.command(
    `CREATE TABLE IF NOT EXISTS ${versionsTable} (version UInt32, name String) ENGINE = MergeTree ORDER BY version`,
  )
  const found = await client.select(`SELECT max(version) FROM ${versionsTable}`, read)
  const current = Number(found[0]?.[0] ?? 0)
  const newest = known.at(-1)?.version ?? 0
  if (current > newest) {
    throw new NewerStoreError(
      `the event store has version ${current}, this Millrace knows up to ${newest}: use the newer one`,
    )
  }
  for (const { version, name, run } of known) {
    if (version <= current) continue
    await run(client)
    await client.command(
      `INSERT INTO ${versionsTable} SETTINGS async_insert = 0 VALUES (${version}, '${name}')`,
    )
  }
}
