/** A mutex with timeouts, which callers get in the order of their calls. */
export class Mutex {
  /** Functions that give the mutex to the waiting callers, in order. */
  readonly #waiting = new Set<() => void>()
  #isLocked = false

  /**
   * Resolves when the caller has the mutex, which the caller must `unlock`. Rejects with `timeoutError()`
   * after `timeoutMs`.
   */
  async lock(timeoutMs: number, timeoutError: () => unknown): Promise<void> {
    if (!this.#isLocked) {
      this.#isLocked = true
      return
    }
    await new Promise<void>((resolve, reject) => {
      const give = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(give)
        reject(timeoutError())
      }, timeoutMs)
      this.#waiting.add(give)
    })
  }

  /** Gives the mutex of the caller to the next one. */
  unlock(): void {
    const [giveToNext] = this.#waiting
    if (giveToNext === undefined) this.#isLocked = false
    else {
      this.#waiting.delete(giveToNext)
      giveToNext()
    }
  }
}
