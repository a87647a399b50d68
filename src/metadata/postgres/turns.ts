/** A mutex with timeouts: gives turns one after the other, in the order of the calls. */
export class Turns {
  readonly #waiting = new Set<() => void>()
  #isTaken = false

  /**
   * Resolves when it is the caller's turn, which the caller must `end`. Rejects with `timeoutError()` after
   * `timeoutMs`.
   */
  async take(timeoutMs: number, timeoutError: () => unknown): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true
      return
    }
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(begin)
        reject(timeoutError())
      }, timeoutMs)
      this.#waiting.add(begin)
    })
  }

  /** Ends the turn of the caller, and gives the next one. */
  end(): void {
    const [next] = this.#waiting
    if (next === undefined) this.#isTaken = false
    else {
      this.#waiting.delete(next)
      next()
    }
  }
}
