import type { Socket } from 'node:net'
import type { Session } from 'chdb'
import { EngineError, engineCodes } from '../engine-error.ts'
import { frameHeader, release } from './frames.ts'
import type { FromEngine } from './protocol.ts'

/**
 * A statement that waits for its parent holds a session and parts of the table, so it ends after this time.
 */
const idleTimeoutMs = 5_000

/**
 * Sends answers in chunks, each when the parent asks for it. One statement reads a million events with only
 * one chunk in memory; statements of some thousands each would read the ends of their ranges twice. Chunks go
 * through a pipe of their own, since messages would be copied twice on either side.
 */
export class ChunkSender {
  readonly #pipe: Socket
  readonly #say: (message: FromEngine) => void
  /**
   * Statements that wait for their parent: called with true for the next chunk, with false to end the
   * statement.
   */
  readonly #waiting = new Map<number, (more: boolean) => void>()

  constructor(pipe: Socket, say: (message: FromEngine) => void) {
    this.#pipe = pipe
    this.#say = say
    // The parent is gone, and this process ends soon.
    pipe.on('error', () => {})
  }

  /**
   * Sends the answer. Rejects with the engine's error, or as interrupted when the parent does not ask for
   * more.
   */
  async send(session: Session, id: number, sql: string): Promise<void> {
    const stream = session.queryStream(sql, { format: 'RowBinary' })
    try {
      const chunks = stream[Symbol.asyncIterator]()
      for (let time = 0; ; ) {
        const since = performance.now()
        const chunk = await chunks.next()
        time += (performance.now() - since) / 1_000
        if (chunk.done) {
          this.#say({ kind: 'done', id, bytes: new Uint8Array(), time })
          return
        }
        // The parent may ask for more before this process notices that the chunk is written.
        const wanted = this.#wanted(id)
        this.#write(id, chunk.value.raw(), chunk.value.numRows)
        if (!(await wanted)) throw new EngineError(engineCodes.interrupted, 'the reader wants no more')
      }
    } finally {
      stream.cancel()
    }
  }

  /** Handles the parent's request for the next chunk. */
  more(id: number): void {
    this.#waiting.get(id)?.(true)
  }

  /** Ends a statement that waits for its parent; false when the statement is not waiting. */
  abandon(id: number): boolean {
    const waiting = this.#waiting.get(id)
    waiting?.(false)
    return waiting !== undefined
  }

  abandonAll(): void {
    for (const wait of this.#waiting.values()) wait(false)
  }

  #write(id: number, bytes: Uint8Array, rows: number): void {
    this.#pipe.cork()
    this.#pipe.write(frameHeader(id, rows, bytes.length))
    this.#pipe.write(bytes, () => release(bytes))
    this.#pipe.uncork()
  }

  async #wanted(id: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(resolve, idleTimeoutMs, false)
    this.#waiting.set(id, resolve)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(id)
    }
  }
}
