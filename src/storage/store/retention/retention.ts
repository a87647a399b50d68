import { isDeepStrictEqual } from 'node:util'
import type { RetentionLimits } from '../../../schema/store/retention.ts'
import { thrownText } from '../../../schema/thrown-text.ts'
import type { Clocks } from '../../../telemetry/clock-watch.ts'
import type { DiskSpace } from '../../../telemetry/disk-watch.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { type PartitionSize, startOfDay } from '../../reads/partitions.ts'
import { isDiskFull } from '../tables/fullest-disk.ts'
import { AgreedClock } from './agreed-clock.ts'
import { changeNotice, dayOf, expiryNotice, formatDays, sizeNotice } from './announcement.ts'
import type { ClassSearch } from './class-retention.ts'
import { findDroppableDays } from './droppable-days.ts'
import type { DueDays } from './due-days.ts'
import { dropLimits, type ExpiringTable, keepsLonger } from './expiring-table.ts'
import type { DropKind, SharedDrops } from './shared-drops.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
/** Maximum days per table and run: a wrong clock costs little before an administrator reads the log. */
const maxDaysPerRun = 2
/** Limit for finding all due days for a waiting request. Counts made until then are kept. */
const maxDueMs = 10_000
const read = internalRead('short', 60)

interface RetentionOptions {
  client: SqlClient
  events: ExpiringTable
  figures: ExpiringTable
  /** Archived days; absent without an archive. */
  archive?: ExpiringTable | undefined
  clocks: Clocks
  /** Absent: this process uses the store alone. */
  shared?: SharedDrops | undefined
  /** The fullest disk of the events; read from the engine when absent. */
  disk?: (() => Promise<DiskSpace | undefined>) | undefined
  /** Free bytes of that disk below which no events are accepted. */
  diskFloor?: number | undefined
  log: (message: string) => void
}

/** Due days of a table, and the sizes of all its days. */
interface FoundDays extends DueDays {
  stored: Map<string, PartitionSize>
}

/** Inputs of a search for due days. `wall`: Unix milliseconds. `limits`: by default the table's. */
interface Search {
  wall: number
  limits?: RetentionLimits
  /** Current sizes when absent. */
  stored?: Map<string, PartitionSize> | undefined
}

/**
 * Drops days older than the retention, and the oldest days of a table that exceeds its size. Since the wall
 * clock may be wrong, each day is announced in the log an hour before. A run drops at most two days of a
 * table. There is at most one run an hour, and none within an hour after the start or after the wall clock
 * was set by more than an hour. While a disk is nearly full, days that exceed the size are dropped one by
 * one, each only a minute after its announcement: they do not depend on the clock. With a shared store the
 * clock of the database must agree, and days are announced to all nodes.
 */
export class Retention {
  readonly #options: RetentionOptions
  readonly #events: ExpiringTable
  readonly #tables: readonly ExpiringTable[]
  readonly #clock: AgreedClock
  /** Partitions that the next run drops, by table. */
  readonly #announced = new Map<ExpiringTable, readonly string[]>()
  /** Partitions of events already logged because their events of holds cannot be counted. */
  readonly #unreadable = new Set<string>()
  /** Whether the clocks have disagreed since the last announcement, which must then be made again. */
  #isOutdated = false
  /** The partition of events that is dropped in a minute, since the disk is nearly full. */
  #urgent: string | undefined
  /** Last announcement, or construction, on the monotonic clock: the next run is an hour later. */
  #quietSince: number
  /** The announcement or run that is at work; undefined while none is. Never rejects. */
  #busy: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: RetentionOptions) {
    this.#options = options
    this.#events = options.events
    this.#tables = [options.events, options.figures, ...(options.archive ? [options.archive] : [])]
    this.#clock = new AgreedClock(options)
    this.#quietSince = options.clocks.monotonic()
  }

  /** Number of days that the next run drops, or deletes events of. */
  get pending(): number {
    return [...this.#announced.values()].flat().length + (this.#events.classes?.pending ?? 0)
  }

  /** The limits of events. */
  get limits(): RetentionLimits {
    return { ...this.#events.limits }
  }

  /** Names of the legal holds that keep due days of events, by partition. */
  get held(): ReadonlyMap<string, readonly string[]> {
    return this.#events.held?.names ?? new Map()
  }

  /** Partitions of events that are announced, by this node or another one. */
  get announced(): readonly string[] {
    const own = this.#announced.get(this.#events) ?? []
    const urgent = this.#urgent === undefined ? [] : [this.#urgent]
    return [...new Set([...own, ...urgent, ...(this.#options.shared?.others() ?? [])])]
  }

  /**
   * Days of events that are due as a whole or in part, oldest first, without held ones. Rejects when that
   * takes too long for a waiting request.
   */
  async dueDays(): Promise<string[]> {
    const stored = await this.#events.sizes()
    const wholeDays = await this.findDue(stored)
    const inPart = (await this.#events.classes?.findDue(await this.#briefSearch(stored))) ?? []
    return [...new Set([...wholeDays, ...inPart.map(({ partition }) => partition)])].sort().map(dayOf)
  }

  /**
   * The partitions that are due as a whole, given the sizes of all partitions. Afterwards `held` is correct
   * for all of them.
   */
  async findDue(stored: ReadonlyMap<string, PartitionSize>): Promise<string[]> {
    const search = await this.#briefSearch(stored)
    const { expired, excess } = await findDroppableDays({
      ...search,
      limits: dropLimits(this.#events, search.limits),
      keepsLonger: keepsLonger(this.#events, search),
      maxDays: Number.POSITIVE_INFINITY,
      onUnreadable: this.#noteUnreadable,
    })
    return [...expired, ...excess]
  }

  /**
   * Puts limits of events in force at once. Resolves once the days due by them are announced, an hour before
   * they are dropped. This takes as long as counting for holds. Never rejects.
   */
  async change(limits: RetentionLimits): Promise<void> {
    const before = this.limits
    if (isDeepStrictEqual(before, limits)) return
    this.#events.limits = { ...limits }
    this.#options.log(changeNotice(before, limits))
    await this.#announceChange()
  }

  /** Announces the days of the first run, then checks the clocks each minute. */
  start(): void {
    this.#once(() => this.#announceAgain())
    this.#timer = setInterval(() => void this.tick(), minuteMs)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Checks the clocks and runs if a run is due. Never rejects. */
  tick(): Promise<void> {
    return this.#once(() => this.#runIfDue())
  }

  /** Runs the work; or, if other work is running, only waits for its end. */
  #once(work: () => Promise<void>): Promise<void> {
    this.#busy ??= work().finally(() => {
      this.#busy = undefined
    })
    return this.#busy
  }

  async #announceChange(): Promise<void> {
    while (this.#busy !== undefined) await this.#busy
    await this.#once(() => this.#announceAgain('the retention was changed'))
  }

  async #announceAgain(whyNot?: string): Promise<void> {
    const { wall } = await this.#clock.check()
    this.#isOutdated = wall === undefined
    if (wall !== undefined) await this.#announce(wall, whyNot)
  }

  async #runIfDue(): Promise<void> {
    const { clocks, log } = this.#options
    const { wall, jumpedMs } = await this.#clock.check()
    if (wall === undefined) {
      this.#urgent = undefined
      this.#isOutdated = true
      return
    }
    if (jumpedMs !== 0) {
      const hours = Math.round(Math.abs(jumpedMs) / hourMs)
      const direction = jumpedMs > 0 ? 'ahead' : 'back'
      log(
        `the clock was set ${direction} by ${hours} h (or the machine slept): no days are dropped for an hour`,
      )
      await this.#announce(wall, 'by the clock as it is now, it is not time yet')
    } else if (this.#isOutdated) await this.#announce(wall)
    else if (clocks.monotonic() - this.#quietSince >= hourMs) {
      await this.#drop(wall)
      await this.#announce(wall)
    }
    await this.#relieveDisk(wall)
  }

  /** Drops announced days that are still due. */
  async #drop(wall: number): Promise<void> {
    for (const table of this.#tables) {
      const announced = this.#announced.get(table) ?? []
      if (announced.length === 0) continue
      await this.#logFailure(table, async () => {
        const { expired, excess } = await this.#findDue(table, { wall })
        const due = [...expired, ...excess].filter(day => announced.includes(day))
        await this.#dropDays(table, due, day => this.#mayDrop(table, day, wall, table.name))
      })
    }
    const events = this.#events
    await this.#logFailure(events, async () => {
      if (!events.classes?.pending) return
      const currentSearch = async (day: string) => {
        if (!(await this.#clock.mayDrop('classes', day))) return undefined
        const limits = (await events.readLimits?.()) ?? events.limits
        return this.#classSearch(await events.sizes(), wall, limits)
      }
      await events.classes.remove(this.#classSearch(await events.sizes(), wall), currentSearch)
    })
  }

  /** Returns the dropped days. A day that cannot be dropped does not stop the others. */
  async #dropDays(
    table: ExpiringTable,
    days: readonly string[],
    mayDrop: (day: string) => () => Promise<boolean>,
  ): Promise<string[]> {
    const { log } = this.#options
    const dropped: string[] = []
    for (const day of days) {
      try {
        if (await table.drop(day, startOfDay(day), mayDrop(day))) dropped.push(day)
      } catch (error) {
        log(`${formatDays([day])} of ${table.name} could not be dropped: ${thrownText(error)}`)
      }
    }
    const note = table.archiveDays === undefined ? '' : ': archived'
    if (dropped.length > 0) log(`dropped ${formatDays(dropped)} of ${table.name}${note}`)
    return dropped
  }

  /**
   * Returns a check, for the moment right before the drop, whether a day is still due and not held: limits
   * and holds may have just changed, possibly on another node.
   */
  #mayDrop(table: ExpiringTable, day: string, wall: number, kind: DropKind): () => Promise<boolean> {
    const isUrgent = kind === 'urgent'
    let stored: Map<string, PartitionSize> | undefined
    return async () => {
      // Sizes from before any shard dropped the day: the dropped part must not make the rest fit.
      stored ??= await table.sizes()
      if (!(await this.#clock.mayDrop(kind, day, isUrgent ? minuteMs : hourMs))) return false
      const limits = (await table.readLimits?.()) ?? table.limits
      const { expired, excess } = await this.#findDue(table, {
        wall,
        stored,
        limits: isUrgent ? onlySize(limits) : limits,
      })
      return [...expired, ...excess].slice(0, maxDaysPerRun).includes(day)
    }
  }

  /**
   * Logs the days that the next run drops, and starts the hour before it. `whyNot`: for announced days that
   * are no longer due.
   */
  async #announce(wall: number, whyNot = 'they are neither too old now nor too large'): Promise<void> {
    for (const table of this.#tables) {
      const before = this.#announced.get(table) ?? []
      this.#announced.delete(table)
      await this.#logFailure(table, async () => {
        const due = await this.#findDue(table, { wall })
        const next = this.#announceNext(table, due)
        await this.#clock.announce(table.name, next)
        this.#announced.set(table, next)
        if (next.length === 0 && before.some(day => due.stored.has(day)))
          this.#options.log(`${formatDays(before)} of ${table.name} will not be dropped: ${whyNot}`)
      })
    }
    const { classes, limits } = this.#events
    if (limits.classes !== undefined || classes?.pending)
      await this.#logFailure(this.#events, async () => {
        await classes?.announce(this.#classSearch(await this.#events.sizes(), wall), whyNot)
        await this.#clock.announce('classes', classes?.announced ?? [])
      })
    this.#isOutdated = false
    this.#quietSince = this.#options.clocks.monotonic()
  }

  /** Announces the days that the next run drops: days that are too old before days that exceed the size. */
  #announceNext(table: ExpiringTable, { stored, expired, excess }: FoundDays): string[] {
    const { name, limits } = table
    const old = expired.slice(0, maxDaysPerRun)
    const large = excess.slice(0, maxDaysPerRun - old.length)
    const { log } = this.#options
    if (old.length > 0) log(expiryNotice(table, old, expired.length - old.length, dropLimits(table, limits)))
    if (large.length > 0) {
      const next = { table: name, next: large, more: excess.length - large.length }
      log(sizeNotice(next, limits, sumOf(stored), 'in an hour'))
    }
    return [...old, ...large]
  }

  /** While the disk is nearly full, drops the day announced a minute ago, and announces the next one. */
  async #relieveDisk(wall: number): Promise<void> {
    const table = this.#events
    const announced = this.#urgent
    this.#urgent = undefined
    if (table.limits.bytes === 0) return
    await this.#logFailure(table, async () => {
      if (!(await isDiskFull(this.#options, read))) return
      const { stored, excess } = await this.#findDue(table, { wall, limits: onlySize(table.limits) })
      if (announced !== undefined && announced === excess[0]) {
        const mayDrop = (day: string) => this.#mayDrop(table, day, wall, 'urgent')
        if ((await this.#dropDays(table, [announced], mayDrop)).length === 0) return
        stored.delete(announced)
        excess.shift()
      }
      const [next] = excess
      if (next === undefined) return
      await this.#clock.announce('urgent', [next])
      this.#urgent = next
      const when = 'in a minute, since the disk is nearly full'
      const notice = { table: table.name, next: [next], more: 0 }
      this.#options.log(sizeNotice(notice, table.limits, sumOf(stored), when))
    })
  }

  /** The due days. The days that a run may drop are certain not to be held; later ones may be. */
  async #findDue(table: ExpiringTable, { wall, limits = table.limits, stored }: Search): Promise<FoundDays> {
    const sizes = stored ?? (await table.sizes())
    const due = await findDroppableDays({
      stored: sizes,
      limits: dropLimits(table, limits),
      wall,
      held: table.held,
      onUnreadable: this.#noteUnreadable,
      keepsLonger: keepsLonger(table, { limits, wall }),
      maxDays: maxDaysPerRun,
    })
    return { stored: sizes, ...due }
  }

  #classSearch(
    stored: ReadonlyMap<string, PartitionSize>,
    wall: number,
    limits = this.#events.limits,
  ): ClassSearch {
    return { stored, wall, limits, held: this.#events.held }
  }

  /** A search for a waiting request. */
  async #briefSearch(stored: ReadonlyMap<string, PartitionSize>): Promise<ClassSearch> {
    const read = { ...internalRead('long', maxDueMs / 1_000), signal: AbortSignal.timeout(maxDueMs) }
    return { ...this.#classSearch(stored, await this.#clock.now()), read }
  }

  /** Logs once per partition that its events of holds cannot be counted. Only events have holds. */
  readonly #noteUnreadable = (partition: string, error: unknown): void => {
    if (this.#unreadable.has(partition)) return
    this.#unreadable.add(partition)
    this.#options.log(
      `${formatDays([partition])} of events stays, since it cannot be told whether a legal hold keeps it: ${thrownText(error)}`,
    )
  }

  async #logFailure({ name }: ExpiringTable, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#options.log(`expired days of ${name} could not be dropped: ${thrownText(error)}`)
    }
  }
}

/** Limits by which days are due only by size: a wrong clock must not make a day old. */
function onlySize(limits: RetentionLimits): RetentionLimits {
  return { ...limits, days: Number.POSITIVE_INFINITY }
}

function sumOf(stored: ReadonlyMap<string, PartitionSize>): number {
  return [...stored.values()].reduce((sum, { bytes }) => sum + bytes, 0)
}
