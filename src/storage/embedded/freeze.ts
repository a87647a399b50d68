import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { hasErrorCode } from '../../schema/error-code.ts'
import { internalRead } from '../internal-read.ts'
import { eventsTable } from '../sql/columns.ts'
import { text } from '../sql/literal.ts'
import type { SqlClient } from '../sql-client.ts'

const read = internalRead('long', 600)
const frozenName = 'millrace'

/**
 * Links the parts of all tables into a new folder of the same file system, in the layout of the engine's folder: the engine opens a copy of it. Requires that
 * nothing is inserted meanwhile; merges, rewriting and retention go on.
 */
export async function freezeTables(
  client: Pick<SqlClient, 'select' | 'command'>,
  folder: string,
  target: string,
): Promise<void> {
  await removeFrozen(folder)
  const rows = await client.select("SELECT name FROM system.tables WHERE database = 'millrace'", read)
  const names = rows.map(([name]) => `millrace.${name}`)
  // The events first: a day that is dropped meanwhile is then remembered twice, which is what a kill may leave, and never lost.
  for (const name of [eventsTable, ...names.filter(name => name !== eventsTable)])
    if (names.includes(name)) await client.command(`ALTER TABLE ${name} FREEZE WITH NAME ${text(frozenName)}`)
  await mkdir(target, { recursive: true })
  try {
    await rename(path.join(folder, 'shadow', frozenName, 'store'), path.join(target, 'store'))
  } catch (error) {
    // All tables are empty.
    if (!hasErrorCode(error, 'ENOENT')) throw error
  }
  await removeFrozen(folder)
  await copyDefinitions(folder, target)
}

/** Removes what an earlier attempt left. */
export async function removeFrozen(folder: string): Promise<void> {
  await rm(path.join(folder, 'shadow'), { recursive: true, force: true })
}

/** Copies the definitions of the tables, and which mutations were begun. Last: a mutation is done again where parts have it not yet. */
async function copyDefinitions(folder: string, target: string): Promise<void> {
  await mkdir(path.join(target, 'metadata'), { recursive: true })
  await copyFile(path.join(folder, 'metadata', 'millrace.sql'), path.join(target, 'metadata', 'millrace.sql'))
  for (const table of await tableFolders(folder)) {
    await mkdir(path.join(target, table), { recursive: true })
    for (const name of await readdir(path.join(folder, table))) {
      if (!/^(\w+\.sql|format_version\.txt|mutation_\d+\.txt)$/.test(name)) continue
      try {
        await copyFile(path.join(folder, table, name), path.join(target, table, name))
      } catch (error) {
        // The engine forgets mutations that are done.
        if (!hasErrorCode(error, 'ENOENT')) throw error
      }
    }
  }
}

/** Relative paths of the folders of tables, and of the one with their definitions. */
export async function tableFolders(folder: string): Promise<string[]> {
  const found: string[] = []
  const store = path.join(folder, 'store')
  for (const prefix of await readdir(store))
    for (const name of await readdir(path.join(store, prefix))) found.push(path.join('store', prefix, name))
  return found
}
