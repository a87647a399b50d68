import { copyFile, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { hasErrorCode } from '../../../schema/error-code.ts'
import type { DayCount } from '../../../schema/store/backup.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { text } from '../../sql/literal.ts'
import { eventsTable } from '../../sql/tables.ts'

const read = internalRead('long', 600)
/** Name of the freeze: the engine links the parts into shadow/millrace. */
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
  // The events first. Retention notes the counts of a day, then drops its rows. Of a day dropped meanwhile,
  // the copy may have both, as after a kill between the two steps, but never neither.
  for (const name of [eventsTable, ...names.filter(name => name !== eventsTable)])
    if (names.includes(name)) await client.command(`ALTER TABLE ${name} FREEZE WITH NAME ${text(frozenName)}`)
  await mkdir(target, { recursive: true })
  try {
    await rename(path.join(folder, 'shadow', frozenName, 'store'), path.join(target, 'store'))
  } catch (error) {
    // There is no such folder if all tables are empty.
    if (!hasErrorCode(error, 'ENOENT')) throw error
  }
  await removeFrozen(folder)
  await copyDefinitions(folder, target)
}

/** Removes the folder of frozen parts, also the remains of an earlier attempt. */
export async function removeFrozen(folder: string): Promise<void> {
  await rm(path.join(folder, 'shadow'), { recursive: true, force: true })
}

/**
 * Copies the definitions of the tables and the list of mutations. Runs last, so that the list includes
 * mutations that began meanwhile: an engine that opens the copy applies them to parts that lack them.
 */
async function copyDefinitions(folder: string, target: string): Promise<void> {
  await mkdir(path.join(target, 'metadata'), { recursive: true })
  await copyFile(path.join(folder, 'metadata', 'millrace.sql'), path.join(target, 'metadata', 'millrace.sql'))
  for (const table of await tableFolders(folder)) {
    await mkdir(path.join(target, table), { recursive: true })
    for (const name of await readdir(path.join(folder, table))) {
      // `events.sql`, `format_version.txt`, `mutation_12.txt`
      if (!/^(\w+\.sql|format_version\.txt|mutation_\d+\.txt)$/.test(name)) continue
      try {
        await copyFile(path.join(folder, table, name), path.join(target, table, name))
      } catch (error) {
        // The engine has deleted the file of a finished mutation.
        if (!hasErrorCode(error, 'ENOENT')) throw error
      }
    }
  }
}

/** Relative paths of the tables' folders, and of the folder with their definitions. */
async function tableFolders(folder: string): Promise<string[]> {
  const found: string[] = []
  const store = path.join(folder, 'store')
  for (const prefix of await readdir(store))
    for (const name of await readdir(path.join(store, prefix))) found.push(path.join('store', prefix, name))
  return found
}

/**
 * Name of a part, such as 20240104_1_8_2: the day, the first and last block, the level, sometimes a mutation.
 */
const partName = /^(\d{8})_\d+_\d+_\d+(_\d+)?$/

/** Counts rows and bytes of events by day, oldest first, in the files of a folder made by `freezeTables`. */
export async function countParts(folder: string): Promise<DayCount[]> {
  const days = new Map<string, DayCount>()
  const table = await eventsFolder(folder)
  if (table === undefined) return []
  for (const name of await readdir(path.join(folder, table))) {
    const day = partName.exec(name)?.[1]
    if (day === undefined) continue
    const part = path.join(folder, table, name)
    const count = days.get(day) ?? { day, rows: 0, bytes: 0 }
    count.rows += Number(await readFile(path.join(part, 'count.txt'), 'utf8'))
    for (const file of await readdir(part)) count.bytes += (await stat(path.join(part, file))).size
    days.set(day, count)
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** The folder of the events table: its name is the UUID in the table's definition. */
async function eventsFolder(folder: string): Promise<string | undefined> {
  const tables = await tableFolders(folder)
  for (const table of tables) {
    const definition = await readFile(path.join(folder, table, 'events.sql'), 'utf8').catch(() => undefined)
    const id = /UUID '([0-9a-f-]{36})'/.exec(definition ?? '')?.[1]
    if (id !== undefined) return tables.find(other => path.basename(other) === id)
  }
  return undefined
}
