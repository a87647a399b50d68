import { Fault } from '../../../schema/fault.ts'
import { thrownText } from '../../../schema/thrown-text.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import { daySeconds } from '../../contract/time-span.ts'
import type { KnownDays } from '../../reads/context.ts'
import { within } from '../../sql/scope.ts'
import type { ArchivePlace, PlaceError } from './archive-place.ts'
import { type ArchivedDay, type ArchivedDays, filesOf, hasId, lastBatchOf } from './archived-days.ts'
import { type RowsRead, tableWithFiles, withTables } from './archived-rows.ts'

interface ArchiveClientOptions {
  /** The client of the table. */
  client: SqlClient
  place: ArchivePlace
  days: ArchivedDays
  /** The days of the table. */
  hot: Pick<KnownDays, 'isStored'>
}

/** A client whose SELECTs from the table of events also read archived days. */
export function archiveClient({ client, place, days, hot }: ArchiveClientOptions): SqlClient {
  /** The statement with archived rows. Rejects with a Fault if it needs a file that cannot be read. */
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
      return tableWithFiles(place.source(filesRead), except)
    })
    // The engine passes over files that are missing from a list.
    const reason = await place.faultOf([...files]).catch((error: unknown) => {
      throw readFault({ kind: 'away', reason: thrownText(error) }, error)
    })
    if (reason !== undefined) throw readFault({ kind: 'damaged', reason }, undefined)
    return statement
  }
  const faultOf = (error: unknown): unknown => {
    const cause = place.readError(error)
    return cause === undefined ? error : readFault(cause, error)
  }
  const during = async <T>(sql: string, run: (statement: string) => Promise<T>): Promise<T> => {
    const end = days.beginRead()
    try {
      return await run(await rewrite(sql))
    } catch (error) {
      throw faultOf(error)
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
      } catch (error) {
        throw faultOf(error)
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

function readFault({ kind, reason }: PlaceError, cause: unknown): Fault {
  const detail = `Archived events cannot be read: ${reason}.`
  return kind === 'away'
    ? new Fault('storage_unavailable', { detail, cause })
    : new Fault('storage_damaged', { detail: `${detail} Other ranges can be read.`, cause })
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
