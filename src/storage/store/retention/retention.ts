import { isDeepStrictEqual } from 'node:util'
import type { RetentionLimits } from '../../../schema/store/retention.ts'
import { type Clocks, ClockWatch } from '../../../telemetry/clock-watch.ts'
import { type DiskSpace, diskLevel } from '../../../telemetry/disk-watch.ts'
import type { SqlClient } from '../../clients/sql-client.ts'
import { internalRead } from '../../contract/internal-read.ts'
import { type DailyTable, type PartitionSize, partitionSizes, startOfDay } from '../../reads/partitions.ts'
import { fullestDisk } from '../tables/fullest-disk.ts'
import { changeNotice, dayOf, expiryNotice, formatDays, sizeNotice } from './announcement.ts'
import type { ClassRetention, ClassSearch } from './class-retention.ts'
import { findDroppableDays } from './droppable-days.ts'
import type { DueDays } from './due-days.ts'
import type { HeldDays } from './held-days.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
/**
 * Maximum days per table and run. A clock that stays wrong costs little before an administrator reads the
 * log.
 */
const maxDaysPerRun = 2
/** Limit for finding all due days for a waiting request. Counts made until then are kept. */
const maxDueMs = 10_000
const read = internalRead('short', 60)

/** A daily table of the database millrace whose old days are dropped. */
export interface ExpiringTable {
  name: 'events' | 'figures'
  table: DailyTable
  limits: RetentionLimits
  /** Finds days with events of holds; absent without legal holds. */
  held?: HeldDays
  /** Retention of classes of events that are kept shorter or longer than others. */
  classes?: ClassRetention
  /** Reads the limits common to all processes; absent: `limits`. */
  readLimits?: (() => Promise<RetentionLimits>) | undefined
  /**
   * Drops a partition, YYYYMMDD, which begins at `start` (Unix seconds), if `mayDrop` returns true right
   * before. Resolves with whether it is gone.
   */
  drop: (partition: string, start: number, mayDrop: () => Promise<boolean>) => Promise<boolean>
}

interface RetentionOptions {
  client: SqlClient
  events: ExpiringTable
  figures: ExpiringTable
  clocks: Clocks
  /** The fullest disk of the events; read from the engine when absent. */
  disk?: (() => Promise<DiskSpace | undefined>) | undefined
  /** Free bytes of that disk below which no events are accepted. */
  diskFloor?: number | undefined
  log: (message: string) => void
}

interface FoundDays extends DueDays {
  stored: Map<string, PartitionSize>
}

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
 * was set by more than an hour. Except while a disk is nearly full: days that exceed the size are then
 * dropped one by one, each a minute after its announcement, since the clock does not decide which these are.
 */
export class Retention {
  readonly #options: RetentionOptions
  readonly #events: ExpiringTable
  readonly #tables: readonly ExpiringTable[]
  readonly #watch: ClockWatch
  /** Partitions announced, by table. */
  readonly #announced = new Map<ExpiringTable, readonly string[]>()
  /** Partitions of events with unreadable holders that were already logged. */
  readonly #unreadable = new Set<string>()
  /** The partition of events that will be dropped within a minute. */
  #urgent: string | undefined
  /** On the monotonic clock; the next run is an hour later. */
  #quietSince: number
  #busy: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: RetentionOptions) {
    this.#options = options
    this.#events = options.events
    this.#tables = [options.events, options.figures]
    this.#watch = new ClockWatch(options.clocks)
    this.#quietSince = options.clocks.monotonic()
  }

  /** Days that the next run drops. */
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

  /** Partitions of events that are announced. */
  get announced(): readonly string[] {
    const announced = this.#announced.get(this.#events) ?? []
    return this.#urgent === undefined ? announced : [...announced, this.#urgent]
  }

  /**
   * Days of events that are due as a whole or in part, oldest first, without held ones. Rejects when that
   * takes too long for a waiting request.
   */
  async dueDays(): Promise<string[]> {
    const stored = await this.#sizes(this.#events)
    const whole = await this.findDue(stored)
    const inPart = (await this.#events.classes?.findDue(this.#briefSearch(stored))) ?? []
    return [...new Set([...whole, ...inPart.map(({ partition }) => partition)])].sort().map(dayOf)
  }

  /**
   * The partitions that are due as a whole, given the sizes of all partitions. Afterwards `held` is correct
   * for all of them.
   */
  async findDue(stored: ReadonlyMap<string, PartitionSize>): Promise<string[]> {
    const search = this.#briefSearch(stored)
    const { expired, excess } = await findDroppableDays({
      ...search,
      keepsLonger: this.#events.classes?.keepsLonger(search),
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
    this.#once(() => this.#announce(this.#watch.check().wall))
    this.#timer = setInterval(() => void this.tick(), minuteMs)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Checks the clocks and runs if a run is due. Never rejects. */
  tick(): Promise<void> {
    return this.#once(() => this.#look())
  }

  #once(work: () => Promise<void>): Promise<void> {
    this.#busy ??= work().finally(() => {
      this.#busy = undefined
    })
    return this.#busy
  }

  async #announceChange(): Promise<void> {
    while (this.#busy !== undefined) await this.#busy
    await this.#once(() => this.#announce(this.#watch.check().wall, 'the retention was changed'))
  }

  async #look(): Promise<void> {
    const { clocks, log } = this.#options
    const { wall, jumpedMs } = this.#watch.check()
    if (jumpedMs !== 0) {
      const hours = Math.round(Math.abs(jumpedMs) / hourMs)
      const direction = jumpedMs > 0 ? 'ahead' : 'back'
      log(
        `the clock was set ${direction} by ${hours} h (or the machine slept): no days are dropped for an hour`,
      )
      await this.#announce(wall, 'by the clock as it is now, it is not time yet')
    } else if (clocks.monotonic() - this.#quietSince >= hourMs) {
      await this.#drop(wall)
      await this.#announce(wall)
    }
    await this.#relieve(wall)
  }

  /** Drops announced days that are still due. */
  async #drop(wall: number): Promise<void> {
    for (const table of this.#tables) {
      const announced = this.#announced.get(table) ?? []
      if (announced.length === 0) continue
      await this.#logFailure(table, async () => {
        const { expired, excess } = await this.#findDue(table, { wall })
        const due = [...expired, ...excess].filter(day => announced.includes(day))
        await this.#dropDays(table, due, day => this.#mayDrop(table, day, wall))
      })
    }
    const events = this.#events
    await this.#logFailure(events, async () => {
      if (!events.classes?.pending) return
      const again = async () =>
        this.#classSearch(await this.#sizes(events), wall, (await events.readLimits?.()) ?? events.limits)
      await events.classes.remove(this.#classSearch(await this.#sizes(events), wall), again)
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
        log(`${formatDays([day])} of ${table.name} could not be dropped: ${messageOf(error)}`)
      }
    }
    if (dropped.length > 0) log(`dropped ${formatDays(dropped)} of ${table.name}`)
    return dropped
  }

  /**
   * Whether a day is still due and not held: limits and holds may have just changed, possibly on another
   * node.
   */
  #mayDrop(table: ExpiringTable, day: string, wall: number, days?: number): () => Promise<boolean> {
    let stored: Map<string, PartitionSize> | undefined
    return async () => {
      // Sizes from before any shard dropped the day: the dropped part must not make the rest fit.
      stored ??= await this.#sizes(table)
      const limits = (await table.readLimits?.()) ?? table.limits
      const { expired, excess } = await this.#findDue(table, {
        wall,
        stored,
        limits: { ...limits, ...(days !== undefined && { days }) },
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
        this.#announced.set(table, next)
        if (next.length === 0 && before.some(day => due.stored.has(day)))
          this.#options.log(`${formatDays(before)} of ${table.name} will not be dropped: ${whyNot}`)
      })
    }
    const { classes, limits } = this.#events
    if (limits.classes !== undefined || classes?.pending)
      await this.#logFailure(this.#events, async () => {
        await classes?.announce(this.#classSearch(await this.#sizes(this.#events), wall), whyNot)
      })
    this.#quietSince = this.#options.clocks.monotonic()
  }

  /** Announces the days that the next run drops: days that are too old before days that exceed the size. */
  #announceNext(table: ExpiringTable, { stored, expired, excess }: FoundDays): string[] {
    const { name, limits } = table
    const old = expired.slice(0, maxDaysPerRun)
    const large = excess.slice(0, maxDaysPerRun - old.length)
    const { log } = this.#options
    if (old.length > 0)
      log(expiryNotice({ table: name, next: old, more: expired.length - old.length }, limits))
    if (large.length > 0) {
      const next = { table: name, next: large, more: excess.length - large.length }
      log(sizeNotice(next, limits, sumOf(stored), 'in an hour'))
    }
    return [...old, ...large]
  }

  /** While the disk is nearly full, drops the day announced a minute ago, and announces the next one. */
  async #relieve(wall: number): Promise<void> {
    const table = this.#events
    const announced = this.#urgent
    this.#urgent = undefined
    if (table.limits.bytes === 0) return
    await this.#logFailure(table, async () => {
      if (!(await this.#isDiskFull())) return
      // Only by size: a wrong clock does not make a day old.
      const days = Number.POSITIVE_INFINITY
      const { stored, excess } = await this.#findDue(table, { wall, limits: { ...table.limits, days } })
      if (announced !== undefined && announced === excess[0]) {
        const mayDrop = (day: string) => this.#mayDrop(table, day, wall, days)
        if ((await this.#dropDays(table, [announced], mayDrop)).length === 0) return
        stored.delete(announced)
        excess.shift()
      }
      const [next] = excess
      if (next === undefined) return
      this.#urgent = next
      const when = 'in a minute, since the disk is nearly full'
      const notice = { table: table.name, next: [next], more: 0 }
      this.#options.log(sizeNotice(notice, table.limits, sumOf(stored), when))
    })
  }

  async #isDiskFull(): Promise<boolean> {
    const {
      client,
      diskFloor = 0,
      disk = () => fullestDisk(client, this.#events.table, read),
    } = this.#options
    const space = await disk()
    return space !== undefined && diskLevel({ ...space, floor: diskFloor }) === 'critical'
  }

  /** The due days. The days that a run may drop are certain not to be held; later ones may be. */
  async #findDue(table: ExpiringTable, { wall, limits = table.limits, stored }: Search): Promise<FoundDays> {
    const sizes = stored ?? (await this.#sizes(table))
    const { held } = table
    const onUnreadable = this.#noteUnreadable
    const due = await findDroppableDays({
      stored: sizes,
      limits,
      wall,
      held,
      onUnreadable,
      keepsLonger: table.classes?.keepsLonger({ limits, wall }),
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
  #briefSearch(stored: ReadonlyMap<string, PartitionSize>): ClassSearch {
    const read = { ...internalRead('long', maxDueMs / 1_000), signal: AbortSignal.timeout(maxDueMs) }
    return { ...this.#classSearch(stored, this.#options.clocks.wall()), read }
  }

  async #sizes({ table }: ExpiringTable): Promise<Map<string, PartitionSize>> {
    return await partitionSizes(this.#options.client, table, read)
  }

  /** Holds apply only to events. */
  readonly #noteUnreadable = (partition: string, error: unknown): void => {
    if (this.#unreadable.has(partition)) return
    this.#unreadable.add(partition)
    this.#options.log(
      `${formatDays([partition])} of events stays, since it cannot be told whether a legal hold keeps it: ${messageOf(error)}`,
    )
  }

  async #logFailure({ name }: ExpiringTable, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#options.log(`expired days of ${name} could not be dropped: ${messageOf(error)}`)
    }
  }
}

function sumOf(stored: ReadonlyMap<string, PartitionSize>): number {
  return [...stored.values()].reduce((sum, { bytes }) => sum + bytes, 0)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
