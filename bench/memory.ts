import { residentBytes } from '../scenarios/testing/process-group.ts'

const lookMillis = 500

/** Watches the resident memory of a process group. */
export class MemoryWatch {
  /** Bytes, one number each half second. */
  readonly samples: number[] = []
  readonly #group: number
  readonly #timer: NodeJS.Timeout

  constructor(group: number) {
    this.#group = group
    this.samples.push(residentBytes(group))
    this.#timer = setInterval(() => this.samples.push(residentBytes(group)), lookMillis)
  }

  stop(): { start: number; end: number; most: number } {
    clearInterval(this.#timer)
    const end = residentBytes(this.#group)
    this.samples.push(end)
    return { start: this.samples[0] ?? 0, end, most: Math.max(...this.samples) }
  }
}
