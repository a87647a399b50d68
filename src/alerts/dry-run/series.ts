/** Maximum points of a series. */
const maxPoints = 400
const steps = [60, 300, 900, 3_600, 10_800, 21_600, 86_400]

/** Matches and firings by time. */
export class Series {
  readonly step: number
  readonly from: number
  readonly #matches: number[]
  readonly #fires: number[]

  constructor(from: number, to: number) {
    this.from = from
    this.step = steps.find(step => (to - from) / step <= maxPoints) ?? 86_400
    const points = Math.ceil((to - from) / this.step)
    this.#matches = new Array<number>(points).fill(0)
    this.#fires = new Array<number>(points).fill(0)
  }

  addMatches(second: number, count: number): void {
    add(this.#matches, this.#at(second), count)
  }

  addFires(second: number, count: number): void {
    add(this.#fires, this.#at(second), count)
  }

  points(): { at: number; matches: number; fires: number }[] {
    return this.#matches.map((matches, point) => ({
      at: this.from + point * this.step,
      matches,
      fires: this.#fires[point] ?? 0,
    }))
  }

  #at(second: number): number {
    const point = Math.floor((second - this.from) / this.step)
    return Math.min(Math.max(point, 0), this.#matches.length - 1)
  }
}

function add(counts: number[], at: number, count: number): void {
  counts[at] = (counts[at] ?? 0) + count
}
