import type { Socket } from 'node:net'
import type { Session } from 'chdb'
import { releaseMemory } from '../../../telemetry/release-memory.ts'
import { EngineError, engineCodes } from '../engine-error.ts'
import { frameHeader } from './frames.ts'
import type { FromEngine } from './protocol.ts'

/**
 * Time after which a statement ends if the parent asks for no further chunk: meanwhile it holds a session,
 * and parts of the table that the engine could otherwise delete.
 */
const idleTimeoutMs = 5_000

/**
 * Sends large answers from the engine process to its parent, the main process, in chunks: one for each
 * request of the parent. So one statement can read a million events with only one chunk in memory, while
 * several smaller statements would read the data at the edges of their ranges twice. Chunks go through a pipe
 * of their own, since messages between processes are copied twice.
 */
export class ChunkSender {
  readonly #pipe: Socket
  /** Sends a message to the parent. */
  readonly #say: (message: FromEngine) => void
  /** By id: continues a statement that waits for the parent. True sends the next chunk, false ends it. */
  readonly #resume = new Map<number, (sendsMore: boolean) => void>()

  constructor(pipe: Socket, say: (message: FromEngine) => void) {
    this.#pipe = pipe
    this.#say = say
    // The pipe fails when the parent has ended; this process then ends too.
    pipe.on('error', () => {})
  }

  /**
   * Sends the answer. Rejects with the engine's error, or with the code `interrupted` if the parent ends the
   * statement or asks for no chunk in time.
   */
  async send(session: Session, id: number, sql: string): Promise<void> {
    const stream = session.queryStream(sql, { format: 'RowBinary' })
    try {
      const chunks = stream[Symbol.asyncIterator]()
      let engineSeconds = 0
      for (;;) {
        const since = performance.now()
        const chunk = await chunks.next()
        engineSeconds += (performance.now() - since) / 1_000
        if (chunk.done) {
          this.#say({ kind: 'done', id, bytes: new Uint8Array(), engineSeconds })
          return
        }
        // Waits before writing: the parent may ask for more before this process notices that the chunk is
        // written.
        const isMoreWanted = this.#waitForParent(id)
        this.write(id, chunk.value.raw(), chunk.value.numRows)
        if (!(await isMoreWanted)) throw new EngineError(engineCodes.interrupted, 'the reader wants no more')
      }
    } finally {
      stream.cancel()
    }
  }

  /** The parent requests the next chunk. */
  more(id: number): void {
    this.#resume.get(id)?.(true)
  }

  /** Ends a statement that waits for the parent. Returns false if the statement is not waiting. */
  abandon(id: number): boolean {
    const resume = this.#resume.get(id)
    resume?.(false)
    return resume !== undefined
  }

  /** Ends all statements that wait for the parent. */
  abandonAll(): void {
    for (const resume of this.#resume.values()) resume(false)
  }

  /** Writes a chunk, or a whole answer without its number of rows, and frees its memory. */
  write(id: number, bytes: Uint8Array, rows: number): void {
    this.#pipe.cork()
    this.#pipe.write(frameHeader(id, rows, bytes.length))
    this.#pipe.write(bytes, () => releaseMemory(bytes))
    this.#pipe.uncork()
  }

  /** Whether the parent asks for the next chunk; false when it ends the statement or the time is over. */
  async #waitForParent(id: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(resolve, idleTimeoutMs, false)
    this.#resume.set(id, resolve)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      this.#resume.delete(id)
    }
  }
}
