import { Readable } from 'node:stream'
import { rowStructure, spoolExtension } from '../../schema/row.ts'
import { appendSettings, insertedColumns, insertedValues } from '../append.ts'
import type { ServerRunner } from '../server/runner.ts'
import { list, text } from '../sql/literal.ts'
import { stagingTable } from './copied-days.ts'

/** Id of all statements of a copy: the server runs one of them at a time, also one that a killed copy left. */
export const copyInsertId = 'millrace-copy'
/** Seconds. */
export const copyInsertTimeout = 120

/** Runs an INSERT on these rows, in RowBinary: all of them, or none. */
export type InsertRows = (sql: string, rows: Uint8Array) => Promise<void>

const file = `rows${spoolExtension}`
const structure = `${rowStructure(file)}, batch UInt64`

/** Inserts rows of DayChunks. */
export const insertIntoStaging = `INSERT INTO ${stagingTable} (${insertedColumns})
  SELECT ${list([...insertedValues(file), 'batch'])} FROM input(${text(structure)}) FORMAT RowBinary`

/** Inserts on a server, as one block, which becomes one part of each day. */
export function insertOnServer(runner: ServerRunner): InsertRows {
  const settings = { ...appendSettings, max_execution_time: copyInsertTimeout }
  const [server] = runner.topology.shards
  if (server === undefined) throw new RangeError('a copy goes to one server')
  return async (sql, rows) =>
    await runner.insert(
      server,
      sql,
      { stream: Readable.from([rows]), settings },
      copyInsertId,
      copyInsertTimeout,
    )
}
