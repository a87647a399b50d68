import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { DayCount } from '../../../schema/store/backup.ts'
import { tableFolders } from './freeze.ts'

const partName = /^(\d{8})_\d+_\d+_\d+(_\d+)?$/

/**
 * Counts the rows and bytes of events by day, oldest first, in a folder made by `freezeTables`, from its
 * files only.
 */
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

/** The folder of the events table, as named in its definition. */
async function eventsFolder(folder: string): Promise<string | undefined> {
  const tables = await tableFolders(folder)
  for (const place of tables) {
    const definition = await readFile(path.join(folder, place, 'events.sql'), 'utf8').catch(() => undefined)
    const id = /UUID '([0-9a-f-]{36})'/.exec(definition ?? '')?.[1]
    if (id !== undefined) return tables.find(other => path.basename(other) === id)
  }
  return undefined
}
