import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Repeater } from '../../../async/repeater.ts'
import type { ArchiveManifest } from '../../../schema/store/archive.ts'
import type { RetentionLimits } from '../../../schema/store/retention.ts'
import { thrownText } from '../../../schema/thrown-text.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { daySeconds } from '../../contract/time-span.ts'
import type { StoreJournal } from '../../journal/journal.ts'
import type { KnownDays } from '../../reads/context.ts'
import { type PartitionSize, partitionOf, startOfDay } from '../../reads/partitions.ts'
import { number } from '../../sql/literal.ts'
import { within } from '../../sql/scope.ts'
import { eventsTable } from '../../sql/tables.ts'
import { daySums } from '../copy/day-sums.ts'
import { endedBefore } from '../retention/class-days.ts'
import type { AppendGate } from './append-gate.ts'
import { archiveClient } from './archive-client.ts'
import type { ArchivePlace, FoundDays } from './archive-place.ts'
import { type ArchivedDay, ArchivedDays, dayText, filesOf, lastBatchOf } from './archived-days.ts'
import { localSource } from './archived-rows.ts'
import { haveSums, inArchivedDay, isSettled, rowsInTable } from './day-rows.ts'
import { type ArchiveLocation, openArchivePlace } from './open-place.ts'
import { RestoreLog } from './restore-log.ts'
import { Restores } from './restores.ts'
import { classesOf, hashesOfFiles, hashesOfRows, sumsOfFiles, writeGeneration } from './write-day.ts'

const read = { ...internalRead('long', 3_600), isBackground: true }
/** How long a drop waits for reads that began before the day was read from the archive. */
const maxReadsMs = 10_000
const checkMs = 60_000

/** Where days are archived, and when. */
export interface ArchiveOptions {
  location: ArchiveLocation
  /** A folder for what this service knows about the archive: its days, and the log of restores. */
  state: string
  /** Days that ended longer ago are archived, in days. */
  afterDays: number
  /** Archived days that ended longer ago are deleted, in days. */
  retentionDays: number
  /** Maximum rows of a file; lowered in tests. */
  maxFileRows?: number
}

/** What the archive has at the start. */
export interface FoundArchive {
  place: ArchivePlace
  days: FoundDays
  restoreLog: RestoreLog
  /** The highest batch and the highest id of its rows; 0 without any. */
  highest: { batch: number; id: number }
}

/** Reads the manifests. Rejects if the place cannot be used. */
export async function findArchive(options: ArchiveOptions): Promise<FoundArchive> {
  await mkdir(options.state, { recursive: true, mode: 0o700 })
  const place = await openArchivePlace(options.location, options.state)
  const restoreLog = await RestoreLog.open(path.join(options.state, 'restores.json'))
  const days = await place.read()
  const files = days.manifests.flatMap(manifest => manifest.files)
  const highest = {
    batch: days.manifests.reduce((max, { last_batch }) => Math.max(max, last_batch), 0),
    id: files.reduce((max, { max_id }) => Math.max(max, max_id), 0),
  }
  return { place, days, restoreLog, highest }
}

interface ArchiveContext extends ArchiveOptions {
  client: SqlClient
  journal: StoreJournal
  /** The days of the table. */
  hot: KnownDays
  gate: AppendGate
  window: number
  limits: () => RetentionLimits
  /** Unix milliseconds. */
  wall: () => number
  log: (message: string) => void
}

/** A file that is not as its manifest says, or a day whose manifest cannot be read. */
export interface ArchiveProblem {
  day: string
  problem: string
}

/**
 * Days of events in Parquet files. A day that leaves the table is written, read back and compared, published
 * by its manifest, and only then dropped. Each step may be interrupted: the day is then read from the table,
 * or from the archive without the table's rows of it, until the next run finishes the work (decisions/0046).
 */
export class Archive {
  readonly days = new ArchivedDays()
  /** Brings days back into the table. */
  readonly restores: Restores
  /** Reads the table and the archive. */
  readonly client: SqlClient
  readonly #context: ArchiveContext
  readonly #place: ArchivePlace
  /** Days whose manifests cannot be read, with the reason. */
  #unreadable: ReadonlyMap<string, string> = new Map()
  /** Why the last attempt failed, by day. */
  readonly #failures = new Map<string, string>()
  readonly #checks: Repeater
  #openGate: (() => void) | undefined

  private constructor(context: ArchiveContext, { place, restoreLog }: FoundArchive) {
    this.#context = context
    this.#place = place
    this.restores = new Restores({ ...context, place, days: this.days, restoreLog })
    const { client, hot, log } = context
    this.#checks = new Repeater(
      () => place.check(),
      error => log(`the archive could not be checked: ${thrownText(error)}`),
    )
    this.#checks.start(checkMs)
    this.client = archiveClient({ client, place, days: this.days, hot })
  }

  /** Opens what `findArchive` has found. */
  static async open(context: ArchiveContext, found: FoundArchive): Promise<Archive> {
    const archive = new Archive(context, found)
    const { manifests, unreadable } = found.days
    archive.#unreadable = unreadable
    for (const [day, reason] of unreadable) context.log(`the archived day ${day} cannot be read: ${reason}`)
    for (const manifest of manifests) archive.days.add(manifest)
    for (const day of archive.days.all) archive.days.setHot(day.start, await archive.#isWholeInTable(day))
    await archive.restores.endInterrupted()
    return archive
  }

  /** Days after which events go to the archive, and days after which they are deleted there. */
  get settings(): Pick<ArchiveOptions, 'afterDays' | 'retentionDays'> {
    return this.#context
  }

  /** Days (as 2026-01-31) whose archived events cannot be read. */
  get unreadableDays(): readonly string[] {
    return [...this.#unreadable.keys()].sort()
  }

  /** What is wrong at the moment: manifests that cannot be read, and failures of the last attempts. */
  get problems(): readonly ArchiveProblem[] {
    return [...this.#unreadable, ...this.#failures].map(([day, problem]) => ({ day, problem }))
  }

  /** Why the archive as a whole cannot be used at the moment; undefined if it can. */
  get away(): string | undefined {
    return this.#place.away
  }

  /** Ends the checks of the place. */
  close(): void {
    void this.#checks.close()
  }

  /**
   * Days after which events leave the table: as the setting says, but no sooner than classes whose own
   * retention ends between that and the general retention, since their events are not archived.
   */
  hotDays(limits: RetentionLimits): number {
    const { days, classes = {} } = limits
    // A search by size alone.
    if (!Number.isFinite(days)) return days
    const shorter = Object.values(classes).filter(other => other < days)
    return Math.min(days, Math.max(this.#context.afterDays, ...shorter))
  }

  /** Writes and verifies what the archive lacks of a day. */
  async store(partition: string): Promise<void> {
    const start = startOfDay(partition)
    const { client, journal, wall, maxFileRows } = this.#context
    try {
      const { current } = journal
      this.#requireSettled(start, current)
      // Its files would be replaced.
      if (this.#unreadable.has(dayText(start))) throw new Error('its earlier archive cannot be read')
      const archived = this.days.get(start)
      const generation = (archived?.manifests.at(-1)?.generation ?? 0) + 1
      const after = archived === undefined ? -1 : lastBatchOf(archived)
      const wanted = { partition, generation, after, upTo: journal.mark().batch }
      await this.#requireNoDueClass(partition, await classesOf(client, wanted))
      const manifest = await writeGeneration({ client, place: this.#place, maxFileRows }, wanted, wall())
      if (manifest !== undefined) {
        // Rows that arrived meanwhile may be of a batch that the files have in part.
        this.#requireSettled(start, current)
        await this.#place.publish(manifest)
        this.days.add(manifest)
        this.#context.log(`archived ${textOf(manifest)}`)
      }
      this.#failures.delete(dayText(start))
    } catch (error) {
      this.#failures.set(dayText(start), thrownText(error))
      throw error
    }
  }

  /**
   * Whether a day may be dropped from the table: the archive has all of its rows, all reads know that, and
   * nothing is appended to it. Appends then wait until `endDrop`.
   */
  async beginDrop(partition: string): Promise<boolean> {
    const { journal, gate } = this.#context
    const start = startOfDay(partition)
    const { current } = journal
    const day = this.days.get(start)
    if (day === undefined || (await this.#hasNewRows(day))) return false
    await this.#requireArchived(day)
    const { isHot } = day
    this.days.setHot(start, false)
    if ((await this.days.readsEnd(maxReadsMs)) && isSettled(journal, start, current)) {
      this.#openGate = gate.close()
      return true
    }
    this.days.setHot(start, isHot)
    return false
  }

  /** Lets appends continue. */
  endDrop(): void {
    this.#openGate?.()
    this.#openGate = undefined
  }

  /** Sizes of the archived days, as retention needs them. */
  async sizes(): Promise<Map<string, PartitionSize>> {
    return new Map(
      this.days.all.map(day => {
        const files = filesOf(day)
        const size = {
          rows: files.reduce((sum, { rows }) => sum + rows, 0),
          bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
          newest: day.start + daySeconds - 1,
        }
        return [partitionOf(day.start), size]
      }),
    )
  }

  /** Whether a day has events of a class that is kept longer than the archive keeps others. */
  async keepsLonger(partition: string): Promise<boolean> {
    const { classes = {} } = this.#context.limits()
    const ofDay = this.days.get(startOfDay(partition))?.manifests.flatMap(manifest => manifest.classes) ?? []
    return ofDay.some(
      name =>
        Object.hasOwn(classes, name) && !endedBefore(partition, classes[name] ?? 0, this.#context.wall()),
    )
  }

  /** Deletes a day from the archive, but not from the table. Resolves with whether it is gone. */
  async delete(partition: string, mayDelete: () => Promise<boolean>): Promise<boolean> {
    const start = startOfDay(partition)
    const day = this.days.get(start)
    if (day === undefined || !(await mayDelete())) return false
    this.days.delete(start)
    // Reads that name its files end first.
    if (!(await this.days.readsEnd(maxReadsMs))) {
      for (const manifest of day.manifests) this.days.add(manifest)
      this.days.setHot(start, day.isHot)
      return false
    }
    for (const [at, manifest] of day.manifests.entries()) {
      try {
        await this.#place.drop(manifest)
      } catch (error) {
        for (const left of day.manifests.slice(at)) this.days.add(left)
        this.days.setHot(start, day.isHot)
        throw error
      }
    }
    this.#context.journal.delete({ from: start, to: start + daySeconds }, this.#context.window)
    return true
  }

  /** Reads all files of a day again, compares them with its manifests, and returns the problems. */
  async verify(day: ArchivedDay): Promise<string[]> {
    const { client } = this.#context
    const problems: string[] = []
    for (const file of filesOf(day)) {
      try {
        const found = await this.#place.withLocal(file, path => sumsOfFiles(client, localSource([path])))
        if (found.rows !== file.rows || found.checksum !== file.checksum)
          problems.push(
            `${file.name} has ${found.rows} rows with another checksum than its ${file.rows} rows should have`,
          )
      } catch (error) {
        problems.push(thrownText(error))
      }
    }
    return problems
  }

  #requireSettled(start: number, number: number): void {
    if (!isSettled(this.#context.journal, start, number))
      throw new Error('events of this day are being stored')
  }

  /** Throws if events would be archived whose class has a shorter retention, which has passed. */
  async #requireNoDueClass(partition: string, names: readonly string[]): Promise<void> {
    const { days, classes = {} } = this.#context.limits()
    for (const name of names) {
      const own = Object.hasOwn(classes, name) ? (classes[name] ?? days) : days
      if (own < days && endedBefore(partition, own, this.#context.wall()))
        throw new Error(`its events of the class ${name} must be deleted first`)
    }
  }

  /** Whether the table has rows of a day that the archive lacks. */
  async #hasNewRows(day: ArchivedDay): Promise<boolean> {
    const [[rows] = []] = await this.#context.client.select(
      `SELECT count() FROM ${eventsTable} WHERE ${inArchivedDay(day)} AND batch > ${number(lastBatchOf(day))}`,
      read,
    )
    return Number(rows) > 0
  }

  /** Whether the table has as many rows of a day as the archive. */
  async #isWholeInTable(day: ArchivedDay): Promise<boolean> {
    if (!this.#context.hot.isStored(day.start)) return false
    return (
      (await rowsInTable(this.#context.client, day)) ===
      filesOf(day).reduce((sum, file) => sum + file.rows, 0)
    )
  }

  /** Throws unless the archive has each of the table's rows of a day. */
  async #requireArchived(day: ArchivedDay): Promise<void> {
    const { client } = this.#context
    const files = filesOf(day)
    // A day that was restored was compared with its files long ago.
    const fault = await this.#place.faultOf(files)
    if (fault !== undefined) {
      this.#failures.set(day.day, fault)
      throw new Error(`${fault}; the day ${day.day} stays`)
    }
    if (haveSums(await daySums(client, eventsTable, partitionOf(day.start)), files)) return
    // The table may have some of the rows only: later ones, or rows of a batch that came again.
    let missing = 0
    for (const { from, to } of files) {
      const overlapping = files.filter(file => file.from < to && from < file.to)
      const [[count] = []] = await client.select(
        `SELECT count() FROM (${hashesOfRows({ from, to })}) WHERE hash NOT IN (${hashesOfFiles(this.#place.source(overlapping))})`,
        read,
      )
      missing += Number(count)
    }
    const [[inHours] = []] = await client.select(
      `SELECT count() FROM ${eventsTable} WHERE ${inArchivedDay(day)} AND NOT (${files.map(({ from, to }) => `(${within(from, to)})`).join(' OR ')})`,
      read,
    )
    missing += Number(inHours)
    if (missing > 0)
      throw new Error(`the archive lacks ${missing} rows that the table has of ${day.day}; the day stays`)
  }
}

function textOf({ day, generation, files }: ArchiveManifest): string {
  const rows = files.reduce((sum, file) => sum + file.rows, 0)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const which = generation === 1 ? '' : ` (later events, generation ${generation})`
  return `day ${day}${which}: ${rows} rows, ${bytes} bytes`
}
