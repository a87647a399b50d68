import { usualOf } from '../windows/rate.ts'

/** The usual count of a window: the count at the same time on previous days, from counts by `step` seconds. */
export class UsualCounts {
  readonly #from: number
  readonly #step: number
  /** Sum of matches before each step. */
  readonly #before: Float64Array
  readonly #days: number
  readonly #seconds: number

  /** `step` divides `seconds` and a day. */
  constructor(
    { from, to, step }: { from: number; to: number; step: number },
    { seconds, days }: { seconds: number; days: number },
  ) {
    this.#from = Math.floor(from / step) * step
    this.#step = step
    this.#days = days
    this.#seconds = seconds
    this.#before = new Float64Array(Math.ceil((to - this.#from) / step) + 1)
  }

  add(second: number, count: number): void {
    const at = Math.floor((second - this.#from) / this.#step) + 1
    this.#before[at] = (this.#before[at] ?? 0) + count
  }

  /** Call after the last count. */
  end(): void {
    const sums = this.#before
    for (let at = 1; at < sums.length; at++) sums[at] = (sums[at] ?? 0) + (sums[at - 1] ?? 0)
  }

  usual(start: number): number {
    const daily: number[] = []
    for (let day = 1; day <= this.#days; day++) {
      const at = start - day * 86_400
      daily.push(this.#until(at + this.#seconds) - this.#until(at))
    }
    return usualOf(daily)
  }

  #until(second: number): number {
    const at = Math.floor((second - this.#from) / this.#step)
    return this.#before[Math.min(Math.max(at, 0), this.#before.length - 1)] ?? 0
  }
}
