import { Repeater } from '../async/repeater.ts'
import { type DiskLevel, diskLevels, type WatchedDisk } from '../schema/store/stored-space.ts'
import { formatBytes } from '../schema/text/format-bytes.ts'
import { thrownText } from '../schema/thrown-text.ts'

/** Size and free space of a disk in bytes, without the part reserved for the system. */
export interface DiskSpace {
  total: number
  free: number
  /** Below this number of free bytes Millrace accepts no data; absent: no floor. */
  floor?: number
  /**
   * Set if this disk stands for several, such as the disks of a cluster's servers, and some of them could not
   * be measured: their error. They may be fuller than this one.
   */
  unmeasured?: unknown
}

/** How full the disks are: the level of the worst disk. */
export interface DiskState {
  level: DiskLevel
  /**
   * Which bound the worst disk exceeds: its used share, or a multiple of the floor. Absent if the level is
   * ok, or only because a disk cannot be measured.
   */
  bound?: DiskBound
  /** Names of disks that cannot be measured. */
  unknown: readonly string[]
}
type DiskBound = 'share' | 'floor'

interface WatchOptions {
  /** Functions that measure a disk, keyed by its data (`data_folder`). Undefined: nothing is stored yet. */
  disks: Readonly<Record<string, () => Promise<DiskSpace | undefined>>>
  warn: (message: string) => void
  info: (message: string) => void
}

/** Used share from which the level is warning, and from which it is critical. */
const warningShare = 0.85
const criticalShare = 0.9
/** Multiples of the floor below which the level is warning, and critical. Small disks reach them first. */
const warningFloors = 4
const criticalFloors = 2
/** A level ends only this far inside its bound, so that a disk at a bound is not logged each minute. */
const slack = 0.01
const minuteMs = 60_000

/** The level of a disk. `before`: its previous level. */
export function diskLevel(space: DiskSpace, before: DiskLevel = 'ok'): DiskLevel {
  return judge(space, before).level
}

/** The level of a disk, and the bound that it exceeds. */
function judge(
  { total, free, floor = 0 }: DiskSpace,
  before: DiskLevel,
): { level: DiskLevel; bound?: DiskBound } {
  const used = usedShare(total, free)
  const exceeded = (share: number, floors: number, wasBeyond: boolean): DiskBound | undefined => {
    const margin = wasBeyond ? slack : 0
    if (used >= share - margin) return 'share'
    return free < floors * floor * (1 + margin) ? 'floor' : undefined
  }
  const critical = exceeded(criticalShare, criticalFloors, before === 'critical')
  if (critical !== undefined) return { level: 'critical', bound: critical }
  const warning = exceeded(warningShare, warningFloors, before !== 'ok')
  return warning === undefined ? { level: 'ok' } : { level: 'warning', bound: warning }
}

/** The last measurement of a disk. */
interface Measured {
  total: number
  free: number
  level: DiskLevel
  bound?: DiskBound
}

/** Measures disks each minute. Logs when one is filling up or cannot be measured, and when that ends. */
export class DiskWatch {
  readonly #options: WatchOptions
  readonly #measured = new Map<string, Measured>()
  /** By disk: since when it cannot be measured, Unix seconds. */
  readonly #unknownSince = new Map<string, number>()
  readonly #checks: Repeater

  constructor(options: WatchOptions) {
    this.#options = options
    const measures = Object.entries(options.disks)
    this.#checks = new Repeater(
      () => Promise.all(measures.map(([name, measure]) => this.#measure(name, measure))),
      // `#measure` never rejects.
      () => {},
    )
  }

  /** The last measurements. Disks that were never measured are absent. */
  get disks(): readonly WatchedDisk[] {
    return [...this.#measured].map(([name, { total, free }]) => {
      const { level } = this.#stateOf(name)
      return { name, total, free, level, unknown_since: this.#unknownSince.get(name) ?? null }
    })
  }

  /**
   * The state of all disks. A disk that cannot be measured keeps its level and counts at least as a warning,
   * since it may be full.
   */
  get state(): DiskState {
    const names = new Set([...this.#measured.keys(), ...this.#unknownSince.keys()])
    const states = Array.from(names, name => this.#stateOf(name))
    const level = diskLevels[Math.max(0, ...states.map(state => diskLevels.indexOf(state.level)))] ?? 'ok'
    const bound = states.find(state => state.level === level && state.bound !== undefined)?.bound
    return { level, ...(bound && { bound }), unknown: [...this.#unknownSince.keys()] }
  }

  /** Measures now, and each minute from now on. */
  async start(): Promise<void> {
    this.#checks.start(minuteMs)
    await this.check()
  }

  /** Stops measuring. Resolves once no measurement is running. */
  async stop(): Promise<void> {
    await this.#checks.close()
  }

  /** Measures all disks. Never rejects. */
  check(): Promise<void> {
    return this.#checks.run()
  }

  async #measure(name: string, measure: () => Promise<DiskSpace | undefined>): Promise<void> {
    try {
      const space = await measure()
      if (space === undefined) this.#measured.delete(name)
      else this.#note(name, space)
      this.#noteUnknown(name, space?.unmeasured)
    } catch (error) {
      this.#noteUnknown(name, error ?? 'no reason given')
    }
  }

  /** The level of a disk from its last measurement; at least a warning while it cannot be measured. */
  #stateOf(name: string): Pick<Measured, 'level' | 'bound'> {
    const { level, bound } = this.#measured.get(name) ?? { level: 'ok' as const }
    return level === 'ok' && this.#unknownSince.has(name)
      ? { level: 'warning' }
      : { level, ...(bound && { bound }) }
  }

  /** Logs when a disk cannot be measured (`reason`), and when it can again (`reason` undefined). */
  #noteUnknown(name: string, reason: unknown): void {
    const title = titleOf(name)
    if (reason === undefined) {
      if (this.#unknownSince.delete(name))
        this.#options.info(`the disk of the ${title} can be measured again`)
    } else if (!this.#unknownSince.has(name)) {
      this.#unknownSince.set(name, Date.now() / 1_000)
      const why = thrownText(reason)
      this.#options.warn(`the disk of the ${title} cannot be measured, so its free space is unknown: ${why}`)
    }
  }

  /** Stores a measurement, unless it hides the level of an unmeasured disk. Logs a change of the level. */
  #note(name: string, space: DiskSpace): void {
    const before = this.#measured.get(name)?.level ?? 'ok'
    const judgement = judge(space, before)
    const { level } = judgement
    // The level may come from a disk that could not be measured now: it does not improve until all can be.
    if (space.unmeasured !== undefined && diskLevels.indexOf(level) < diskLevels.indexOf(before)) return
    this.#measured.set(name, { total: space.total, free: space.free, ...judgement })
    if (level === before) return
    const title = titleOf(name)
    const used = Math.floor(usedShare(space.total, space.free) * 100)
    const figures = `${used} % is used, ${formatBytes(space.free)} of ${formatBytes(space.total)} are free`
    if (level === 'ok') this.#options.info(`the disk of the ${title} has room again: ${figures}`)
    else this.#options.warn(`the disk of the ${title} is filling up: ${figures}`)
  }
}

function usedShare(total: number, free: number): number {
  return total > 0 ? 1 - free / total : 0
}

function titleOf(name: string): string {
  return name.replaceAll('_', ' ')
}
