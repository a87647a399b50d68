import type { EventBatch } from '../../contract/event-store.ts'
import { codeOf, EngineError, engineCodes } from '../engine-error.ts'
import { wholeEvents } from '../row-binary/event-bytes.ts'

/** Minimum bytes of a batch, except the last. */
const minBatchBytes = 1_000_000

/** Cuts a stream of events in RowBinary into batches of whole events. */
export class EventCutter {
  /** Marks an error of the server in the middle of its answer; no event begins with it. */
  readonly #errorMark: Buffer | undefined
  /** The bytes after the last batch. */
  #chunks: Uint8Array[] = []
  /** Number of bytes in the chunks. */
  #bytes = 0

  /** `tag`: the header X-ClickHouse-Exception-Tag of the answer. */
  constructor(tag: string | undefined) {
    this.#errorMark = tag === undefined ? undefined : Buffer.from(`__exception__\r\n${tag}`)
  }

  /** Takes the next bytes. Returns a batch if there are enough. Throws a server's error as an EngineError. */
  push(chunk: Uint8Array): EventBatch | undefined {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    return this.#bytes < minBatchBytes ? undefined : this.#cut()
  }

  /** Throws an EngineError when the remaining bytes are an error of the server. */
  throwIfRefused(): void {
    this.#throwIfError(Buffer.concat(this.#chunks))
  }

  /**
   * The last batch, which may be empty. Throws an EngineError when the server reported an error, or when the
   * answer ended within an event.
   */
  end(): EventBatch {
    const batch = this.#cut()
    if (this.#bytes > 0) throw new EngineError(engineCodes.interrupted, 'the answer ends within an event')
    return batch
  }

  #cut(): EventBatch {
    const all = Buffer.concat(this.#chunks)
    this.#throwIfError(all)
    const { events, end } = wholeEvents(all)
    this.#chunks = end === all.length ? [] : [all.subarray(end)]
    this.#bytes = all.length - end
    return { bytes: all.subarray(0, end), rows: events }
  }

  #throwIfError(bytes: Buffer): void {
    const at = this.#errorMark === undefined ? -1 : bytes.indexOf(this.#errorMark)
    if (at === -1) return
    const message = bytes.toString('utf8', at, at + 16_384)
    throw new EngineError(codeOf(message), message)
  }
}
