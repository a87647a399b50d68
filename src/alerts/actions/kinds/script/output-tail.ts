/** Bytes kept of an output: its end, where programs say why they failed. */
const maxBytes = 65_536

/** The last 64 KiB of a stream. */
export class OutputTail {
  #chunks: Buffer[] = []
  #bytes = 0
  #isCut = false

  add(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    // Joined rarely, so that many small chunks cost no more than few large ones.
    if (this.#bytes > 2 * maxBytes) this.#cut()
  }

  text(): string {
    this.#cut()
    const text = Buffer.concat(this.#chunks).toString()
    return this.#isCut ? `…${text}` : text
  }

  #cut(): void {
    if (this.#bytes <= maxBytes) return
    const tail = Buffer.concat(this.#chunks).subarray(-maxBytes)
    this.#chunks = [Buffer.from(tail)]
    this.#bytes = tail.length
    this.#isCut = true
  }
}
