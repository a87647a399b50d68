import { rowStructure, type SpoolBatch } from '../../../schema/event/row.ts'
import { Engine } from '../../clients/engine/engine.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import { statementClient } from '../../clients/statement-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { text } from '../../sql/literal.ts'
import { eventsTable } from '../../sql/tables.ts'
import type { InsertPart } from '../append/append.ts'
import { appendError, appendSettings, insertInto, rowsOf } from '../append/insert-statement.ts'
import { engineAccessTo } from '../archive/open-place.ts'
import { openSqlStore } from '../open-sql-store.ts'
import type { SqlStore, StoreOptions } from '../sql-store.ts'
import { DeletedRows } from '../tables/deleted-rows.ts'
import { migrate } from '../tables/migrate.ts'
import { OldDays } from '../tables/old-days.ts'
import { lessSpace } from '../tables/save-space.ts'
import { currentWords } from '../tables/solo-words.ts'
import { DetachedParts } from './detached-parts.ts'

const defaultMemoryBytes = 900_000_000

/** Opens the store in this folder and migrates its tables to the current version. */
export async function openEmbeddedStore(options: EmbeddedOptions): Promise<EmbeddedStore> {
  const { folder, memory = defaultMemoryBytes, log } = options
  const { archive } = options
  const access = archive && (await engineAccessTo(archive.location, archive.state))
  const engine = new Engine({ folder, memory, log, access })
  await engine.open()
  const client = statementClient(engine, memory)
  try {
    await migrate(client.shards[0])
    const detachedParts = new DetachedParts({ client, log })
    await detachedParts.read()
    await boundMerges(client, memory)
    const insertFiles = insertTogether.bind(undefined, client)
    const store = await openSqlStore({ client, insertFiles }, options)
    const { close } = store
    const oldDays = new OldDays(lessSpace, { client: store.client, memoryBytes: memory, log })
    oldDays.start()
    const oldWords = new OldDays(currentWords, { client: store.client, memoryBytes: memory, log })
    oldWords.start()
    const deletedRows = new DeletedRows({ client: store.client, memoryBytes: memory, log })
    deletedRows.start()
    detachedParts.start()
    engine.onRestart(() => detachedParts.update())
    return Object.assign(store, {
      engine,
      oldDays,
      oldWords,
      detachedParts,
      missingDays: () => [...detachedParts.days, ...(store.archivedDays?.unreadableDays ?? [])],
      async close() {
        await detachedParts.close()
        oldDays.stop()
        oldWords.stop()
        deletedRows.stop()
        await close()
      },
    })
  } catch (error) {
    await engine.close()
    throw error
  }
}

/** Inserts files as one part, with one outcome: they are one statement. */
function insertTogether(client: SqlClient, batches: readonly SpoolBatch[]): readonly InsertPart[] {
  const done = appendFiles(client, batches).then(
    () => batches.map(() => undefined),
    (error: unknown) => batches.map(() => ({ error, part: '' })),
  )
  return [{ batches, done, isHeld: () => false }]
}

/**
 * Lets the engine read spool files itself, as one block. A repetition skips the days that have rows of its
 * batch. Rejects with a BatchRefusedError when a file does not hold rows. With files of 6,700 rows, a row
 * takes 11 us of processor time one file at a time, 6 us six at a time.
 */
async function appendFiles(client: SqlClient, batches: readonly SpoolBatch[]): Promise<void> {
  const rows = batches.map(batch => {
    const source = `file(${text(batch.file)}, 'RowBinary', ${text(rowStructure(batch.file))})`
    return rowsOf(batch, source, batch.repeated ? eventsTable : undefined)
  })
  try {
    await client.insert(`${insertInto(eventsTable)} ${rows.join(' UNION ALL ')}`, appendSettings)
  } catch (error) {
    throw appendError(error)
  }
}

/**
 * Maximum bytes of one merge, per byte of the engine's memory. A merge holds about two bytes for each of its
 * rows until it ends, as it maps the rows of the index of words to their new places: 360 MB for the 180
 * million events (14 GB) of an hour at 50,000 a second, for many minutes. With the default of 900 MB a merge
 * reads 3.6 GB at most: 45 million such events and some 90 MB, or three times that for very short ones.
 */
const bytesPerByteOfMemory = 4
/**
 * Of the four places for merges, the number that must be free for a merge of this size: two run at most. A
 * third one reads 6 % of it, and the fourth 0.4 %, so that small parts never wait for large ones. Without
 * this, four large merges share two threads, and take twice the memory to end no earlier.
 */
const freePlaces = 3

/**
 * Keeps merges from taking the memory of statements: a day with more bytes stays in several parts. `memory`:
 * bytes that the engine may use.
 */
async function boundMerges(client: SqlClient, memory: number): Promise<void> {
  const wanted = [
    `max_bytes_to_merge_at_max_space_in_pool = ${Math.floor(memory * bytesPerByteOfMemory)}`,
    `number_of_free_entries_in_pool_to_lower_max_size_of_merge = ${freePlaces}`,
  ]
  const [row] = await client.select(
    "SELECT engine_full FROM system.tables WHERE database = 'millrace' AND name = 'events'",
    internalRead('short', 60),
  )
  // `engine_full` ends with the settings, separated by commas. The comma marks the end of a number.
  if (wanted.every(setting => `${row?.[0]},`.includes(`${setting},`))) return
  await client.command(`ALTER TABLE ${eventsTable} MODIFY SETTING ${wanted.join(', ')}`)
}

export interface EmbeddedOptions extends StoreOptions {
  /** Folder of the engine's data. */
  folder: string
  /** Bytes that the engine may use; 900 MB when absent. */
  memory?: number
}

/** The embedded store, including the parts that only its owner may use. */
export interface EmbeddedStore extends SqlStore {
  readonly engine: Engine
  /** The days that are being rewritten to save space (version 4 of the tables). */
  readonly oldDays: OldDays
  /** The days whose index of words is being updated (version 8 of the tables). */
  readonly oldWords: OldDays
  readonly detachedParts: DetachedParts
}
