import type { Socket } from 'node:net'
import type { Session } from 'chdb'
import { EngineError, engineCodes } from '../engine-error.ts'
import { frameHeader, release } from './frames.ts'
import type { FromEngine } from './protocol.ts'

/**
 * Maximum time until the parent asks for the next chunk. A paused statement keeps a session and the
 * parts of the table that it reads.
 */
const idleTimeoutMs = 5_000

/**
 * Sends answers in chunks to the parent (the main process), each when the parent asks for it. So one
 * statement reads a million events with one chunk in memory. Many small statements would each read the
 * granules at the ends of their ranges again. Chunks go through a separate pipe, since process messages are
 * copied twice on either side.
 */
export class ChunkSender {
  readonly #pipe: Socket
  readonly #post: (message: FromEngine) => void
  /** Resumes the paused statements, by id: true sends the next chunk, false ends the statement. */
  readonly #paused = new Map<number, (more: boolean) => void>()

  /** `post`: sends a process message to the parent. */
  constructor(pipe: Socket, post: (message: FromEngine) => void) {
    this.#pipe = pipe
    this.#post = post
    // Only when the parent is gone. Then this process ends soon.
    pipe.on('error', () => {})
  }

  /**
   * Runs the statement and sends its answer. Rejects with the engine's error, or with the code `interrupted`
   * when the parent ends the statement or does not ask for the next chunk in time.
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
          this.#post({ kind: 'done', id, bytes: new Uint8Array(), time })
          return
        }
        // Pauses before it writes: the parent may ask for the next chunk before `#write` has returned.
        const more = this.#pause(id)
        this.#write(id, chunk.value.raw(), chunk.value.numRows)
        if (!(await more)) throw new EngineError(engineCodes.interrupted, 'the reader wants no more')
      }
    } finally {
      stream.cancel()
    }
  }

  /** Handles the parent's request for the next chunk. */
  more(id: number): void {
    this.#paused.get(id)?.(true)
  }

  /** Ends a paused statement; false when the statement is not paused. */
  abandon(id: number): boolean {
    const resume = this.#paused.get(id)
    resume?.(false)
    return resume !== undefined
  }

  abandonAll(): void {
    for (const resume of this.#paused.values()) resume(false)
  }

  #write(id: number, bytes: Uint8Array, rows: number): void {
    this.#pipe.cork()
    this.#pipe.write(frameHeader(id, rows, bytes.length))
    this.#pipe.write(bytes, () => release(bytes))
    this.#pipe.uncork()
  }

  /** Resolves with whether the parent wants the next chunk. */
  async #pause(id: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(resolve, idleTimeoutMs, false)
    this.#paused.set(id, resolve)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      this.#paused.delete(id)
    }
  }
}
