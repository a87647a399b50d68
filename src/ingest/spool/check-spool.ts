import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { formatOf, type RowFormat } from '../../schema/event/row.ts'
import { isAsWritten, readFileRecords } from './ledger-journal.ts'
import { RowCursor, TornRowsError } from './rows/row-cursor.ts'
import { sequenceOf } from './spool-name.ts'

/**
 * Checks a folder's spool files against its ledger journal, for `millrace verify`. No process may be
 * using the folder. `damaged`: names of files.
 */
export async function checkSpool(
  folder: string,
): Promise<{ files: number; rows: number; damaged: string[] }> {
  const records = readFileRecords(path.join(folder, 'ledger.log'))
  const found = { files: 0, rows: 0, damaged: [] as string[] }
  for (const name of await readdir(folder)) {
    if (sequenceOf(name) === undefined) continue
    const bytes = await readFile(path.join(folder, name))
    const rows = countRows(bytes, formatOf(name))
    found.files++
    found.rows += rows ?? 0
    if (rows === undefined || !isAsWritten(bytes, records.get(name))) found.damaged.push(name)
  }
  return found
}

/** Number of rows; undefined if the bytes are not complete rows. */
function countRows(bytes: Buffer, format: RowFormat): number | undefined {
  const row = new RowCursor(bytes, format)
  let rows = 0
  try {
    while (row.next()) rows++
    return rows
  } catch (error) {
    if (error instanceof TornRowsError) return undefined
    throw error
  }
}
