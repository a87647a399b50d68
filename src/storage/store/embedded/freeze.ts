import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { hasErrorCode } from '../../../schema/error-code.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { text } from '../../sql/literal.ts'
import { eventsTable } from '../../sql/tables.ts'

const read = internalRead('long', 600)
const frozenName = 'millrace'

/**
 * Links the parts of all tables into a new folder on the same file system, in the layout of the engine's
 * folder, so that the engine can open a copy of it. Requires that nothing is inserted meanwhile; merges,
 * rewriting and retention may continue.
 */
export async function freezeTables(
  client: Pick<SqlClient, 'select' | 'command'>,
  folder: string,
  target: string,
): Promise<void> {
  await removeFrozen(folder)
  const rows = await client.select("SELECT name FROM system.tables WHERE database = 'millrace'", read)
  const names = rows.map(([name]) => `millrace.${name}`)
  // The events first: a day dropped meanwhile is then recorded twice, as after a kill, and never lost.
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

/** Removes the remains of an earlier attempt. */
export async function removeFrozen(folder: string): Promise<void> {
  await rm(path.join(folder, 'shadow'), { recursive: true, force: true })
}

/**
 * Copies the definitions of the tables and the list of begun mutations. Runs last: a mutation runs again on
 * parts that lack it.
 */
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
        // The engine deletes entries of finished mutations.
        if (!hasErrorCode(error, 'ENOENT')) throw error
      }
    }
  }
}

/** Relative paths of the tables' folders, and of the folder with their definitions. */
export async function tableFolders(folder: string): Promise<string[]> {
  const found: string[] = []
  const store = path.join(folder, 'store')
  for (const prefix of await readdir(store))
    for (const name of await readdir(path.join(store, prefix))) found.push(path.join('store', prefix, name))
  return found
}
