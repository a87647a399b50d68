import { mkdir } from 'node:fs/promises'
import path from 'node:path'
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
import { ArchiveFolder, type FoundDays } from './archive-folder.ts'
import { type ArchivedDay, ArchivedDays, dayText, filesOf, lastBatchOf } from './archived-days.ts'
import { haveSums, inArchivedDay, isSettled, rowsInTable } from './day-rows.ts'
import { RestoreLog } from './restore-log.ts'
import { Restores } from './restores.ts'
import { classesOf, hashesOfFiles, hashesOfRows, sumsOfFiles, writeGeneration } from './write-day.ts'

const read = { ...internalRead('long', 3_600), isBackground: true }
/** How long a drop waits for reads that began before the day was read from the archive. */
const maxReadsMs = 10_000

/** Where days are archived, and when. */
export interface ArchiveOptions {
  folder: string
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
  folder: ArchiveFolder
  days: FoundDays
  restoreLog: RestoreLog
  /** The highest batch and the highest id of its rows; 0 without any. */
  highest: { batch: number; id: number }
}

/** Reads the manifests. Rejects if the folder cannot be used. */
export async function findArchive(options: ArchiveOptions): Promise<FoundArchive> {
  await mkdir(options.state, { recursive: true, mode: 0o700 })
  const folder = await ArchiveFolder.open(options.folder, path.join(options.state, 'days.list'))
  const restoreLog = await RestoreLog.open(path.join(options.state, 'restores.json'))
  const days = await folder.read()
  const files = days.manifests.flatMap(manifest => manifest.files)
  const highest = {
    batch: days.manifests.reduce((max, { last_batch }) => Math.max(max, last_batch), 0),
    id: files.reduce((max, { max_id }) => Math.max(max, max_id), 0),
  }
  return { folder, days, restoreLog, highest }
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
  readonly #folder: ArchiveFolder
  /** Days whose manifests cannot be read, with the reason. */
  #unreadable: ReadonlyMap<string, string> = new Map()
  /** Why the last attempt failed, by day. */
  readonly #failures = new Map<string, string>()
  #openGate: (() => void) | undefined

  private constructor(context: ArchiveContext, { folder, restoreLog }: FoundArchive) {
    this.#context = context
    this.#folder = folder
    this.restores = new Restores({ ...context, folder, days: this.days, restoreLog })
    const { client, hot } = context
    this.client = archiveClient({ client, folder, days: this.days, hot })
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
      const manifest = await writeGeneration({ client, folder: this.#folder, maxFileRows }, wanted, wall())
      if (manifest !== undefined) {
        // Rows that arrived meanwhile may be of a batch that the files have in part.
        this.#requireSettled(start, current)
        await this.#folder.publish(manifest)
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
    for (const manifest of day.manifests) await this.#folder.drop(manifest)
    this.#context.journal.delete({ from: start, to: start + daySeconds }, this.#context.window)
    return true
  }

  /** Reads all files of a day again, compares them with its manifests, and returns the problems. */
  async verify(day: ArchivedDay): Promise<string[]> {
    const problems: string[] = []
    for (const file of filesOf(day)) {
      const damage = await this.#folder.damageOf(file)
      if (damage !== undefined) problems.push(damage)
      else {
        const found = await sumsOfFiles(this.#context.client, [this.#folder.pathOf(file)])
        if (found.rows !== file.rows || found.checksum !== file.checksum)
          problems.push(
            `${file.name} has ${found.rows} rows with another checksum than its ${file.rows} rows should have`,
          )
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
    if (haveSums(await daySums(client, eventsTable, partitionOf(day.start)), files)) return
    // The table may have some of the rows only: later ones, or rows of a batch that came again.
    let missing = 0
    for (const { from, to } of files) {
      const overlapping = files.filter(file => file.from < to && from < file.to)
      const paths = overlapping.map(file => this.#folder.pathOf(file))
      const [[count] = []] = await client.select(
        `SELECT count() FROM (${hashesOfRows({ from, to })}) WHERE hash NOT IN (${hashesOfFiles(paths)})`,
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
