import { spoolExtension } from '../../../schema/event/row.ts'
import type { ArchivedFile } from '../../../schema/store/archive.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import type { BatchBegin } from '../../journal/journal.ts'
import { list, number } from '../../sql/literal.ts'
import { eventsTable } from '../../sql/tables.ts'
import { insertedValues, insertInto } from '../append/insert-statement.ts'
import { type DaySums, daySums } from '../copy/day-sums.ts'
import type { ArchivePlace } from './archive-place.ts'
import { localSource } from './archived-rows.ts'

/** Has the rows of a day that is being restored. It exists only meanwhile. */
const restoreTable = 'millrace.events_restored'
const read = internalRead('long', 3_600)
const insertSettings = {
  async_insert: 0,
  max_insert_threads: 1,
  max_threads: 1,
  max_execution_time: 3_600,
  // Each block becomes a part, with its index of words in memory.
  min_insert_block_size_rows: 500_000,
  min_insert_block_size_bytes: 128_000_000,
  os_threads_nice_value_query: 15,
}
/** The journal knows the restored day as a batch with this number; no spool file has it. */
const restoredBatch = 0

/** Deletes what an interrupted restore has left. */
export async function clearRestore(client: SqlClient): Promise<void> {
  await client.command(`DROP TABLE IF EXISTS ${restoreTable} SYNC`)
}

/** Reads the files of a day into a table of its own. Returns the sums of its rows. */
export async function stageDay(
  { client, place }: { client: SqlClient; place: ArchivePlace },
  partition: string,
  files: readonly ArchivedFile[],
): Promise<DaySums> {
  await clearRestore(client)
  await client.command(`CREATE TABLE ${restoreTable} AS ${eventsTable}`)
  const values = list([...insertedValues(spoolExtension), 'batch'])
  for (const file of files) {
    await place.withLocal(file, path =>
      client.insert(
        `${insertInto(restoreTable)} SELECT ${values} FROM ${localSource([path])}`,
        insertSettings,
      ),
    )
  }
  return await daySums(client, restoreTable, partition)
}

/** Describes the staged rows for the journal, before they become readable. */
export async function describeStaged(client: SqlClient): Promise<BatchBegin> {
  const minutes = await client.select(
    `SELECT intDiv(toUnixTimestamp(sec), 60) AS minute, max(repeat) FROM ${restoreTable} GROUP BY minute ORDER BY minute`,
    read,
  )
  const textsOf = async (column: string) => {
    const rows = await client.select(`SELECT DISTINCT toString(${column}) FROM ${restoreTable}`, read)
    return rows.map(([text]) => String(text))
  }
  return {
    sequence: restoredBatch,
    repeated: true,
    minutes: minutes.map(([minute]) => Number(minute)),
    repeatMinutes: minutes.filter(([, repeat]) => Number(repeat) === 1).map(([minute]) => Number(minute)),
    names: {
      hosts: await textsOf('host'),
      programs: await textsOf('program'),
      templates: await textsOf('template'),
    },
  }
}

/** Makes the staged rows rows of the table. */
export async function attachStaged(client: SqlClient, partition: string): Promise<void> {
  await client.command(
    `ALTER TABLE ${eventsTable} ATTACH PARTITION ${number(Number(partition))} FROM ${restoreTable}`,
  )
}
