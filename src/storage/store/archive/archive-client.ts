import { Fault } from '../../../schema/fault.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import { daySeconds } from '../../contract/time-span.ts'
import type { KnownDays } from '../../reads/context.ts'
import { within } from '../../sql/scope.ts'
import type { ArchiveFolder } from './archive-folder.ts'
import { type ArchivedDay, type ArchivedDays, filesOf, hasId, lastBatchOf } from './archived-days.ts'
import { type RowsRead, tableWithFiles, withTables } from './archived-rows.ts'

interface ArchiveClientOptions {
  /** The client of the table. */
  client: SqlClient
  folder: ArchiveFolder
  days: ArchivedDays
  /** The days of the table. */
  hot: Pick<KnownDays, 'isStored'>
}

/** A client whose SELECTs from the table of events also read archived days. */
export function archiveClient({ client, folder, days, hot }: ArchiveClientOptions): SqlClient {
  /** The statement with archived rows. Rejects with storage_damaged if it needs a file that is missing. */
  const rewrite = async (sql: string): Promise<string> => {
    const files = new Set<ReturnType<typeof filesOf>[number]>()
    const statement = withTables(sql, rows => {
      const read = daysRead(days, rows)
      const filesRead = read.flatMap(filesOf).filter(file => mayHave(file, rows))
      if (filesRead.length === 0) return undefined
      for (const file of filesRead) files.add(file)
      const archived = read
        .filter(({ start }) => hot.isStored(start))
        .map(day => `(${within(day.start, day.start + daySeconds)} AND batch <= ${lastBatchOf(day)})`)
      const except = archived.length === 0 ? undefined : archived.join(' OR ')
      return tableWithFiles(
        filesRead.map(file => folder.pathOf(file)),
        except,
      )
    })
    // The engine passes over files that are missing from a list.
    const faults = await Promise.all(Array.from(files, file => folder.faultOf(file)))
    const fault = faults.find(text => text !== undefined)
    if (fault !== undefined)
      throw new Fault('storage_damaged', {
        detail: `Archived events cannot be read: ${fault}. Other ranges can be read.`,
      })
    return statement
  }
  const during = async <T>(sql: string, run: (statement: string) => Promise<T>): Promise<T> => {
    const end = days.beginRead()
    try {
      return await run(await rewrite(sql))
    } finally {
      end()
    }
  }
  return {
    select: (sql, read) => during(sql, statement => client.select(statement, read)),
    bytes: (sql, ...args) => during(sql, statement => client.bytes(statement, ...args)),
    limited: (sql, ...args) => during(sql, statement => client.limited(statement, ...args)),
    async *chunks(sql, read, rows) {
      const end = days.beginRead()
      try {
        yield* client.chunks(await rewrite(sql), read, rows)
      } finally {
        end()
      }
    },
    command: sql => client.command(sql),
    insert: (...args) => client.insert(...args),
    get ready() {
      return client.ready
    },
    shards: client.shards,
    maxGroupBytes: client.maxGroupBytes,
    close: () => client.close(),
  }
}

function daysRead(days: ArchivedDays, rows: RowsRead): readonly ArchivedDay[] {
  if (rows === 'any') return days.coldIn({ from: 0, to: Number.MAX_SAFE_INTEGER })
  return 'id' in rows ? days.coldWithId(rows.id) : days.coldIn(rows.span)
}

/** Whether a file may have some of these rows. */
function mayHave(file: ReturnType<typeof filesOf>[number], rows: RowsRead): boolean {
  if (rows === 'any') return true
  if ('id' in rows) return hasId(file, rows.id)
  return file.from < rows.span.to && rows.span.from < file.to
}
