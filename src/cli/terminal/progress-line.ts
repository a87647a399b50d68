/** Clears the cursor's line. */
const clear = '\r\u001b[K'

/** A line on standard error that is overwritten repeatedly. Prints nothing if that is not a terminal. */
export class ProgressLine {
  readonly #isShown: boolean
  #hasText = false

  constructor(isWanted: boolean) {
    this.#isShown = isWanted && process.stderr.isTTY === true
  }

  show(text: string): void {
    if (!this.#isShown) return
    process.stderr.write(`${clear}${text}`)
    this.#hasText = true
  }

  clear(): void {
    if (this.#hasText) process.stderr.write(clear)
    this.#hasText = false
  }
}
