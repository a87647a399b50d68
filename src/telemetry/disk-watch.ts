import { type DiskLevel, diskLevels, type WatchedDisk } from '../schema/stored-space.ts'
import { formatBytes } from './format-bytes.ts'

/** A disk without what is reserved for the system, bytes. */
export interface DiskSpace {
  total: number
  free: number
  /** Free bytes below which nothing is taken in; absent: there is no such floor. */
  floor?: number
}

interface WatchOptions {
  /** How each disk is measured, by the name of what is on it; undefined: unknown. */
  disks: Readonly<Record<string, () => Promise<DiskSpace | undefined>>>
  warn: (message: string) => void
  info: (message: string) => void
}

/** Parts of a disk that are used from which it is a warning, and critical. */
const warningShare = 0.85
const criticalShare = 0.9
/** Multiples of the floor that are free, below which it is a warning, and critical: of a small disk these come first. */
const warningFloors = 4
const criticalFloors = 2
/** A level is left only when so much less is used, so that a disk at its bound is not told of each minute. */
const slack = 0.01
const minuteMs = 60_000

/** How full a disk is, when it was of the level `before`. */
export function diskLevel({ total, free, floor = 0 }: DiskSpace, before: DiskLevel = 'ok'): DiskLevel {
  const used = total > 0 ? 1 - free / total : 0
  const isBeyond = (share: number, floors: number, wasBeyond: boolean) => {
    const left = wasBeyond ? slack : 0
    return used >= share - left || free < floors * floor * (1 + left)
  }
  if (isBeyond(criticalShare, criticalFloors, before === 'critical')) return 'critical'
  return isBeyond(warningShare, warningFloors, before !== 'ok') ? 'warning' : 'ok'
}

/** Measures disks each minute and logs when one becomes full, and when it has room again. */
export class DiskWatch {
  readonly #options: WatchOptions
  readonly #disks = new Map<string, WatchedDisk>()
  #busy: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: WatchOptions) {
    this.#options = options
  }

  /** As they were measured last; without those that could not be. */
  get disks(): readonly WatchedDisk[] {
    return [...this.#disks.values()]
  }

  /** The worst of all disks. */
  get level(): DiskLevel {
    const levels = this.disks.map(({ level }) => diskLevels.indexOf(level))
    return diskLevels[Math.max(0, ...levels)] ?? 'ok'
  }

  /** Measures at once, and each minute from now on. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.check(), minuteMs)
    this.#timer.unref()
    await this.check()
  }

  /** Resolves once nothing is measured any longer. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#busy
  }

  /** Never rejects. */
  check(): Promise<void> {
    this.#busy ??= Promise.all(
      Object.entries(this.#options.disks).map(async ([name, measure]) =>
        this.#note(name, await measure().catch(() => undefined)),
      ),
    ).then(() => {
      this.#busy = undefined
    })
    return this.#busy
  }

  #note(name: string, space: DiskSpace | undefined): void {
    const before = this.#disks.get(name)?.level ?? 'ok'
    if (space === undefined) {
      this.#disks.delete(name)
      return
    }
    const level = diskLevel(space, before)
    this.#disks.set(name, { name, total: space.total, free: space.free, level })
    if (level === before) return
    const title = name.replace('_', ' ')
    const used = Math.floor((1 - space.free / space.total) * 100)
    const figures = `${used} % are used, ${formatBytes(space.free)} of ${formatBytes(space.total)} are free`
    if (level === 'ok') this.#options.info(`the disk of the ${title} has room again: ${figures}`)
    else this.#options.warn(`the disk of the ${title} fills: ${figures}`)
  }
}
