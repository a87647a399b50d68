import { Fault } from '../../../schema/fault.ts'
import type { ArchiveRestore } from '../../../schema/store/archive.ts'
import { thrownText } from '../../../schema/thrown-text.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import { daySeconds } from '../../contract/time-span.ts'
import type { StoreJournal } from '../../journal/journal.ts'
import { partitionOf, startOfDay } from '../../reads/partitions.ts'
import type { AppendGate } from './append-gate.ts'
import type { ArchivePlace } from './archive-place.ts'
import { type ArchivedDay, type ArchivedDays, dayText, filesOf } from './archived-days.ts'
import { haveSums, isSettled, rowsInTable } from './day-rows.ts'
import { attachStaged, clearRestore, describeStaged, stageDay } from './restore-day.ts'
import type { RestoreLog } from './restore-log.ts'

/** How long a restore waits for reads that do not know about it yet. */
const maxReadsMs = 10_000

interface RestoreContext {
  client: SqlClient
  journal: StoreJournal
  gate: AppendGate
  place: ArchivePlace
  days: ArchivedDays
  restoreLog: RestoreLog
  /** Unix milliseconds. */
  wall: () => number
  log: (message: string) => void
}

/** Brings archived days back into the table, one at a time, where they stay for some days. */
export class Restores {
  readonly #context: RestoreContext
  /** Resolves when the running restore ends; undefined while none runs. */
  #restoring: Promise<void> | undefined

  constructor(context: RestoreContext) {
    this.#context = context
  }

  /** All restores, the newest last. */
  get entries(): readonly ArchiveRestore[] {
    return this.#context.restoreLog.entries
  }

  /** Whether a day was restored and is kept for now. */
  isKept(partition: string): boolean {
    const day = dayText(startOfDay(partition))
    const now = this.#context.wall() / 1000
    return this.entries.some(entry => entry.day === day && entry.status === 'done' && entry.keep_until > now)
  }

  /**
   * Begins to restore a day, which the table then keeps for some days. Returns the entry of the log at once.
   * Throws not_found for a day that is not archived, and conflict if the table has it or a restore runs.
   */
  async begin(day: string, keepDays: number, requestedBy: string): Promise<ArchiveRestore> {
    const archived = this.#context.days.all.find(other => other.day === day)
    if (archived === undefined) throw new Fault('not_found')
    if (archived.isHot)
      throw new Fault('conflict', {
        detail: `${day} is not only in the archive: it can be searched already.`,
      })
    if (this.#restoring !== undefined)
      throw new Fault('conflict', { detail: 'Another day is being restored.' })
    const ended = Promise.withResolvers<void>()
    this.#restoring = ended.promise
    const now = Math.floor(this.#context.wall() / 1000)
    try {
      const entry = await this.#context.restoreLog.add({
        day,
        status: 'running',
        rows: filesOf(archived).reduce((sum, { rows }) => sum + rows, 0),
        requested_by: requestedBy,
        created_at: now,
        finished_at: null,
        keep_until: now + keepDays * daySeconds,
        error: null,
      })
      void this.#runRestore(entry, archived).finally(() => this.#endRestore(ended.resolve))
      return entry
    } catch (error) {
      this.#endRestore(ended.resolve)
      throw error
    }
  }

  /** Resolves when no restore runs. */
  async idle(): Promise<void> {
    await this.#restoring
  }

  #endRestore(resolve: () => void): void {
    this.#restoring = undefined
    resolve()
  }

  /** Restores a day and logs the outcome. Never rejects. */
  async #runRestore({ id, day }: ArchiveRestore, archived: ArchivedDay): Promise<void> {
    const { wall, log } = this.#context
    const finish = async (change: Pick<ArchiveRestore, 'status' | 'error'>) =>
      await this.#context.restoreLog.change(id, { ...change, finished_at: Math.floor(wall() / 1000) })
    try {
      await this.#attach(archived)
      await finish({ status: 'done', error: null })
      log(`restored day ${day} from the archive`)
    } catch (error) {
      log(`day ${day} could not be restored: ${thrownText(error)}`)
      await finish({ status: 'failed', error: thrownText(error).slice(0, 500) }).catch(() => {})
    }
  }

  /**
   * Copies the rows of a day into a table of their own, compares them with the manifests, and makes them rows
   * of the table of events at once.
   */
  async #attach(day: ArchivedDay): Promise<void> {
    const { client, journal, gate, place } = this.#context
    const partition = partitionOf(day.start)
    const files = filesOf(day)
    try {
      const staged = await stageDay({ client, place }, partition, files)
      if (!haveSums(staged, files)) throw new Error('its files do not have the rows that its manifests say')
      const begin = await describeStaged(client)
      if ((await rowsInTable(client, day)) > 0)
        throw new Error('the store still has rows of an earlier attempt; they are dropped within hours')
      const open = gate.close()
      try {
        if (!isSettled(journal, day.start, journal.current))
          throw new Error('events of this day are being stored')
        // From here on, reads know that the table may have rows of the day.
        journal.begin(begin)
        if (!(await this.#context.days.readsEnd(maxReadsMs)))
          throw new Error('reads of archived days take too long')
        await attachStaged(client, partition)
        this.#context.days.setHot(day.start, true)
        journal.end({ ...begin, rows: staged.rows })
      } catch (error) {
        journal.abandon(begin.sequence)
        throw error
      } finally {
        open()
      }
    } finally {
      await clearRestore(client).catch(() => {})
    }
  }

  /** Completes the log after a stop of the service during a restore. */
  async endInterrupted(): Promise<void> {
    const running = this.entries.filter(({ status }) => status === 'running')
    for (const { id, day } of running) {
      const isDone = this.#context.days.all.some(archived => archived.day === day && archived.isHot)
      const outcome = isDone
        ? ({ status: 'done', error: null } as const)
        : ({ status: 'failed', error: 'the service was stopped' } as const)
      await this.#context.restoreLog.change(id, {
        ...outcome,
        finished_at: Math.floor(this.#context.wall() / 1000),
      })
    }
    if (running.length > 0) await clearRestore(this.#context.client)
  }
}
