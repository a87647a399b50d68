import { statfs } from 'node:fs/promises'

/**
 * The free space of the spool's disk. Below a minimum nothing is accepted, so that everything else has room to work; from a tenth above
 * it on, events are accepted again.
 */
export class DiskSpace {
  readonly #folder: string
  readonly #floor: number
  readonly #warn: (message: string) => void
  isLow = false

  constructor(folder: string, floor: number, warn: (message: string) => void) {
    this.#folder = folder
    this.#floor = floor
    this.#warn = warn
  }

  /** A disk that cannot be asked counts as having room: writing to it fails otherwise. */
  async check(): Promise<void> {
    if (this.#floor === 0) return
    const free = await statfs(this.#folder).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => Number.POSITIVE_INFINITY,
    )
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
