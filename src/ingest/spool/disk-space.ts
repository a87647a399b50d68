import { statfs } from 'node:fs/promises'

/** Watches the free space of a disk. It is low below `floor`, until it is a tenth above it. */
export class DiskSpace {
  readonly #folder: string
  readonly #floor: number
  readonly #warn: (message: string) => void
  isLow = false
  /** null before the first check, and when statfs fails. */
  freeBytes: number | null = null

  constructor(folder: string, floor: number, warn: (message: string) => void) {
    this.#folder = folder
    this.#floor = floor
    this.#warn = warn
  }

  /** When statfs fails, the disk counts as having room: a full disk makes the write fail. */
  async check(): Promise<void> {
    const free = await statfs(this.#folder).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => Number.POSITIVE_INFINITY,
    )
    this.freeBytes = Number.isFinite(free) ? free : null
    const isShort = free < (this.isLow ? this.#floor * 1.1 : this.#floor)
    if (isShort === this.isLow) return
    this.isLow = isShort
    const mebibytes = Math.floor(free / 1024 ** 2)
    this.#warn(
      isShort
        ? `The disk of ${this.#folder} is full: ${mebibytes} MiB are free. Nothing is taken in until there is room`
        : `The disk of ${this.#folder} has room again: ${mebibytes} MiB are free`,
    )
  }
}
