import type { Output } from './job.ts'

/** Characters that are put together before they are written. */
const flushLength = 128 * 1024

/** Text on its way into an output, as UTF-8. */
export class TextOutput {
  readonly #out: Output
  readonly #encoder = new TextEncoder()
  #text = ''

  constructor(out: Output) {
    this.#out = out
  }

  /** Adds text; true when `flush` should be awaited before more comes. */
  add(text: string): boolean {
    this.#text += text
    return this.#text.length >= flushLength
  }

  async flush(): Promise<void> {
    if (this.#text === '') return
    const bytes = this.#encoder.encode(this.#text)
    this.#text = ''
    await this.#out.write(bytes)
  }
}
