import { Fault } from '../../schema/fault.ts'
import type { RetentionLimits } from '../../schema/retention.ts'
import type { Read } from '../store.ts'
import { type PartitionSize, partitionOf, startOfDay } from '../tables/partitions.ts'
import { daySeconds } from '../time-span.ts'
import { classNotice, deletedNotice, formatDays } from './announcement.ts'
import { boundsOf, endedBefore, splitClasses } from './class-days.ts'
import type { ClassesOfDay } from './class-deletion.ts'
import type { ClassRows } from './class-rows.ts'
import type { HeldDays } from './held-days.ts'

/** Of one run: a clock that stays wrong costs little before somebody reads the log. */
const maxDaysPerRun = 2

interface ClassRetentionOptions {
  rows: ClassRows
  /** Makes all known that other processes have stored so far. */
  catchUp: () => Promise<void>
  /** Deletes events unless `mayDelete`, asked right before, says no. Resolves with whether they are gone. */
  remove: (day: ClassesOfDay, mayDelete: () => Promise<boolean>) => Promise<boolean>
  log: (message: string) => void
}

/** Classes of a day of which other classes are kept longer. */
interface DueClasses {
  partition: string
  classes: readonly string[]
}

type Stored = ReadonlyMap<string, PartitionSize>

/** What is asked each time: limits and holds may change at any moment. */
export interface ClassSearch {
  stored: Stored
  limits: RetentionLimits
  /** Unix milliseconds. */
  wall: number
  held: HeldDays | undefined
  /** How rows and holders are counted; its signal ends the search. */
  read?: Read | undefined
}

/** Finds, announces and deletes events whose class is kept shorter than other events of their days. Decisions/0035. */
export class ClassRetention {
  readonly #options: ClassRetentionOptions
  /** Partitions whose classes cannot be read, which the log has said. */
  readonly #unreadable = new Set<string>()
  #announced: readonly DueClasses[] = []

  constructor(options: ClassRetentionOptions) {
    this.#options = options
  }

  /** Days of which the next run deletes events. */
  get pending(): number {
    return this.#announced.length
  }

  /**
   * Whether a day has events of a class that is kept longer than `limits.days`; undefined where none can have any. Of one that cannot be
   * read nobody can tell, so it stays.
   */
  keepsLonger(search: Omit<ClassSearch, 'stored' | 'held'>) {
    const { limits, wall } = search
    const { longest } = boundsOf(limits)
    if (longest <= limits.days) return undefined
    return async (partition: string): Promise<boolean> => {
      if (endedBefore(partition, longest, wall)) return false
      const found = await this.#split(partition, search)
      return found === undefined || found.kept.length > 0
    }
  }

  /** Logs of which days the next run deletes events. */
  async announce(search: ClassSearch, whyNot: string): Promise<void> {
    const { log } = this.#options
    const before = this.#announced
    this.#announced = []
    this.#announced = await this.findDue(search, maxDaysPerRun)
    for (const { partition, classes } of this.#announced) log(classNotice(partition, classes, search.limits))
    const isStored = before.some(({ partition }) => search.stored.has(partition))
    if (this.#announced.length === 0 && isStored)
      log(`no class of ${formatDays(before.map(({ partition }) => partition))} will be deleted: ${whyNot}`)
  }

  /** Deletes what was announced and is still due. `again`: what there is and what is in force right before each deletion. */
  async remove(search: ClassSearch, again: () => Promise<ClassSearch>): Promise<void> {
    const { rows, remove, log } = this.#options
    if (this.#announced.length === 0) return
    for (const { partition, classes } of await this.findDue(search, maxDaysPerRun)) {
      const announced = this.#announced.find(day => day.partition === partition)?.classes ?? []
      const due = classes.filter(name => announced.includes(name))
      if (due.length === 0) continue
      const start = startOfDay(partition)
      const mayDelete = async () => {
        const still = await this.#dueOf(partition, await again())
        return due.every(name => still.includes(name))
      }
      try {
        const day = { start, classes: due, hasDayBefore: rows.hasDayBefore(start) }
        if (await remove(day, mayDelete)) log(deletedNotice(partition, due))
      } catch (error) {
        log(`classes of ${formatDays([partition])} could not be deleted: ${messageOf(error)}`)
      }
    }
  }

  /** Days with classes that are due while others are kept, oldest first, without those that legal holds keep. */
  async findDue(search: ClassSearch, maxDays = Number.POSITIVE_INFINITY): Promise<DueClasses[]> {
    const { stored, limits, wall } = search
    this.#options.rows.keepOnly(stored)
    const { shortest, longest } = boundsOf(limits)
    const due: DueClasses[] = []
    if (shortest === longest) return due
    await this.#options.catchUp()
    for (const partition of stored.keys()) {
      if (due.length >= maxDays) break
      if (!/^\d{8}$/.test(partition) || !endedBefore(partition, shortest, wall)) continue
      const classes = await this.#dueOf(partition, search)
      if (classes.length > 0) due.push({ partition, classes })
    }
    return due
  }

  /** Classes of a day that are due; none when the day goes as a whole, or is held. */
  async #dueOf(partition: string, search: ClassSearch): Promise<readonly string[]> {
    const { stored, limits, wall, held, read } = search
    const found = await this.#split(partition, search)
    if (found === undefined || found.due.length === 0) return []
    // The day goes as a whole.
    if (found.kept.length === 0 && endedBefore(partition, limits.days, wall)) return []
    if (held === undefined) return found.due
    const next = partitionOf(startOfDay(partition) + daySeconds)
    try {
      const holds = await held.inForce()
      // Events have repeats behind midnight.
      for (const day of [partition, next])
        if (stored.has(day) && (await held.holdersOf(day, holds, read)).length > 0) return []
    } catch (error) {
      this.#noteUnreadable(partition, error, read)
      return []
    }
    return found.due
  }

  async #split(partition: string, { limits, wall, read }: Omit<ClassSearch, 'stored' | 'held'>) {
    try {
      return splitClasses(await this.#options.rows.of(partition, read), partition, limits, wall)
    } catch (error) {
      this.#noteUnreadable(partition, error, read)
      return undefined
    }
  }

  /** Rethrows what is no fault of the day. */
  #noteUnreadable(partition: string, error: unknown, read: Read | undefined): void {
    read?.signal.throwIfAborted()
    if (error instanceof Fault && error.code === 'storage_unavailable') throw error
    if (this.#unreadable.has(partition)) return
    this.#unreadable.add(partition)
    this.#options.log(
      `${formatDays([partition])} of events stays, since its classes of retention, or what legal holds keep of it, cannot be read: ${messageOf(error)}`,
    )
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
