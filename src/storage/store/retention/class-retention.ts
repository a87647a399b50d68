import { Fault } from '../../../schema/fault.ts'
import type { RetentionLimits } from '../../../schema/store/retention.ts'
import { thrownText } from '../../../schema/thrown-text.ts'
import type { Read } from '../../contract/event-store.ts'
import { daySeconds } from '../../contract/time-span.ts'
import { type PartitionSize, partitionOf, startOfDay } from '../../reads/partitions.ts'
import { classNotice, deletedNotice, formatDays } from './announcement.ts'
import { boundsOf, endedBefore, splitClasses } from './class-days.ts'
import type { ClassesOfDay } from './class-deletion.ts'
import type { ClassRows } from './class-rows.ts'
import type { HeldDays } from './held-days.ts'

/** Maximum days per run: a clock that stays wrong costs little before an administrator reads the log. */
const maxDaysPerRun = 2

interface ClassRetentionOptions {
  rows: ClassRows
  /** Applies everything that other processes have stored so far. */
  catchUp: () => Promise<void>
  /** Deletes events, if `mayDelete` resolves with true right before. Resolves with whether they are gone. */
  remove: (day: ClassesOfDay, mayDelete: () => Promise<boolean>) => Promise<boolean>
  log: (message: string) => void
}

/** Due classes of a day that is not dropped as a whole. */
interface DueClasses {
  partition: string
  classes: readonly string[]
}

type Stored = ReadonlyMap<string, PartitionSize>

/** Inputs of one search: limits and holds may change at any moment. */
export interface ClassSearch {
  stored: Stored
  limits: RetentionLimits
  /** Unix milliseconds. */
  wall: number
  held: HeldDays | undefined
  /** How to count rows by class and events of holds; its signal ends the search. */
  read?: Read | undefined
}

/**
 * Finds, announces and deletes events whose class has a shorter retention than other events of their days.
 * Decisions/0035.
 */
export class ClassRetention {
  readonly #options: ClassRetentionOptions
  /** Partitions with unreadable classes that were already logged. */
  readonly #unreadable = new Set<string>()
  /** Days of the last announcement that were not deleted since: the next run deletes the ones still due. */
  #announced: readonly DueClasses[] = []

  constructor(options: ClassRetentionOptions) {
    this.#options = options
  }

  /** Number of days with events that the next run deletes. */
  get pending(): number {
    return this.#announced.length
  }

  /** Partitions whose events the next run deletes. */
  get announced(): readonly string[] {
    return this.#announced.map(({ partition }) => partition)
  }

  /**
   * Returns a check whether a day has events of a class whose retention has not passed. A day that cannot be
   * read counts as such. Undefined if no class is kept longer than `limits.days`.
   */
  keepsLonger(search: Omit<ClassSearch, 'stored' | 'held'>) {
    const { limits, wall } = search
    const { maxDays } = boundsOf(limits)
    if (maxDays <= limits.days) return undefined
    return async (partition: string): Promise<boolean> => {
      if (endedBefore(partition, maxDays, wall)) return false
      const found = await this.#split(partition, search)
      return found === undefined || found.kept.length > 0
    }
  }

  /**
   * Logs the days whose events the next run deletes. `whyNot`: the reason to log if announced days were
   * withdrawn and none is left.
   */
  async announce(search: ClassSearch, whyNot: string): Promise<void> {
    const { log } = this.#options
    const before = this.#announced
    this.#announced = []
    this.#announced = await this.findDue(search, maxDaysPerRun)
    for (const { partition, classes } of this.#announced) log(classNotice(partition, classes, search.limits))
    const areStored = before.some(({ partition }) => search.stored.has(partition))
    if (this.#announced.length === 0 && areStored)
      log(`no class of ${formatDays(before.map(({ partition }) => partition))} will be deleted: ${whyNot}`)
  }

  /**
   * Deletes announced events that are still due. `currentSearch` is called right before each deletion of a
   * day: it returns the current days, limits and holds, or undefined if the day may not be deleted now.
   */
  async remove(
    search: ClassSearch,
    currentSearch: (partition: string) => Promise<ClassSearch | undefined>,
  ): Promise<void> {
    const { rows, remove, log } = this.#options
    if (this.#announced.length === 0) return
    for (const { partition, classes } of await this.findDue(search, maxDaysPerRun)) {
      const announcedClasses = this.#announced.find(day => day.partition === partition)?.classes ?? []
      const due = classes.filter(name => announcedClasses.includes(name))
      if (due.length === 0) continue
      const start = startOfDay(partition)
      const mayDelete = async () => {
        const current = await currentSearch(partition)
        if (current === undefined) return false
        const stillDue = await this.#dueOf(partition, current)
        return due.every(name => stillDue.includes(name))
      }
      try {
        const day = { start, classes: due, hasDayBefore: rows.hasDayBefore(start) }
        if (!(await remove(day, mayDelete))) continue
        log(deletedNotice(partition, due))
        this.#announced = this.#announced.filter(announced => announced.partition !== partition)
      } catch (error) {
        log(`classes of ${formatDays([partition])} could not be deleted: ${thrownText(error)}`)
      }
    }
  }

  /** Days with due classes, oldest first, except days that are dropped as a whole or kept by legal holds. */
  async findDue(search: ClassSearch, maxFound = Number.POSITIVE_INFINITY): Promise<DueClasses[]> {
    const { stored, limits, wall } = search
    this.#options.rows.keepOnly(stored)
    const { minDays, maxDays } = boundsOf(limits)
    const due: DueClasses[] = []
    if (minDays === maxDays) return due
    await this.#options.catchUp()
    for (const partition of stored.keys()) {
      if (due.length >= maxFound) break
      if (!/^\d{8}$/.test(partition) || !endedBefore(partition, minDays, wall)) continue
      const classes = await this.#dueOf(partition, search)
      if (classes.length > 0) due.push({ partition, classes })
    }
    return due
  }

  /** Due classes of a day; empty when the whole day is dropped, or when it is held. */
  async #dueOf(partition: string, search: ClassSearch): Promise<readonly string[]> {
    const { stored, limits, wall, held, read } = search
    const found = await this.#split(partition, search)
    if (found === undefined || found.due.length === 0) return []
    // The whole day is dropped.
    if (found.kept.length === 0 && endedBefore(partition, limits.days, wall)) return []
    if (held === undefined) return found.due
    const next = partitionOf(startOfDay(partition) + daySeconds)
    try {
      const holds = await held.inForce()
      // Events may have repeats after midnight.
      for (const day of [partition, next])
        if (stored.has(day) && (await held.findHoldsOf(day, holds, read)).length > 0) return []
    } catch (error) {
      this.#noteUnreadable(partition, error, read)
      return []
    }
    return found.due
  }

  /** The due classes of a day and the others; undefined if they cannot be read, which is logged. */
  async #split(partition: string, { limits, wall, read }: Omit<ClassSearch, 'stored' | 'held'>) {
    try {
      return splitClasses(await this.#options.rows.of(partition, read), partition, limits, wall)
    } catch (error) {
      this.#noteUnreadable(partition, error, read)
      return undefined
    }
  }

  /** Logs that a day is unreadable. Rethrows errors that are not caused by the day. */
  #noteUnreadable(partition: string, error: unknown, read: Read | undefined): void {
    read?.signal.throwIfAborted()
    if (error instanceof Fault && error.code === 'storage_unavailable') throw error
    if (this.#unreadable.has(partition)) return
    this.#unreadable.add(partition)
    this.#options.log(
      `${formatDays([partition])} of events stays, since its classes of retention, or what legal holds keep of it, cannot be read: ${thrownText(error)}`,
    )
  }
}
