/** Templates in a set of the table; the oldest makes room. */
const ways = 4
const sets = 16_384
/** Templates that are taken at once at first, and again after a while with few new ones. */
const maxCredit = 8_192
/** Milliseconds that earn room for one more. */
const creditIntervalMs = 8_000
/** With less than half of the credit left, only what came before is taken: what comes once is not worth a name. */
const minCreditForNew = maxCredit / 2

/**
 * Which templates are in use: so many that logs of machines fit in whole, and so few that free text does not make a template of
 * each message. Bounded in memory and in what it admits; forgetting one costs credit, nothing else.
 */
export class TemplateAdmission {
  readonly #checks = new Int32Array(sets * ways)
  readonly #oldest = new Uint8Array(sets)
  /** Hashes of what was turned away lately. */
  readonly #seen = new Int32Array(65_536)
  readonly #clock: () => number
  #credit = maxCredit
  #creditAt: number

  /** `clock` answers milliseconds of a monotonic clock. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock
    this.#creditAt = clock()
  }

  /** Whether the template of these hashes is to be used. */
  admits(hash: number, check: number): boolean {
    // 0 marks an empty place.
    const wanted = check === 0 ? 1 : check
    const first = (hash % sets) * ways
    for (let i = first; i < first + ways; i++) if (this.#checks[i] === wanted) return true
    if (!this.#mayTake(hash, wanted)) return false
    const set = hash % sets
    const way = this.#oldest[set] ?? 0
    this.#checks[first + way] = wanted
    this.#oldest[set] = (way + 1) % ways
    return true
  }

  #mayTake(hash: number, wanted: number): boolean {
    const earned = Math.floor((this.#clock() - this.#creditAt) / creditIntervalMs)
    if (earned > 0) {
      this.#credit = Math.min(maxCredit, this.#credit + earned)
      this.#creditAt += earned * creditIntervalMs
    }
    const place = hash & 0xffff
    const cameBefore = this.#seen[place] === wanted
    this.#seen[place] = wanted
    if (this.#credit < (cameBefore ? 1 : minCreditForNew)) return false
    this.#credit--
    return true
  }
}
