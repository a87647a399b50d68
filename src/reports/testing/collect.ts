import type { Output } from '../document/job.ts'

/** An output that collects everything. */
export class Collected implements Output {
  readonly #pieces: Uint8Array[] = []

  async write(bytes: Uint8Array): Promise<void> {
    this.#pieces.push(bytes.slice())
  }

  get bytes(): Uint8Array {
    return Buffer.concat(this.#pieces)
  }

  get text(): string {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(this.bytes)
  }
}
