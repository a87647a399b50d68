/** Clears the line of the cursor. */
const clear = '\r\u001b[K'

/** A line on the terminal that is written again and again, on standard error; nothing where that is no terminal. */
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
