import type { Session } from 'chdb'
import { EngineError } from './engine-error.ts'
import { engineCodes, type FromEngine } from './protocol.ts'

/** Milliseconds that a statement stays open while nobody wants more of it: it holds a session, and parts of the table. */
const patience = 5_000

/**
 * Statements whose answer goes out piece by piece, each when the parent asks for it: a million events are read in one go, where
 * statements for some thousands each would read the ends of their ranges twice, and yet only one piece is in memory.
 */
export class Pieces {
  readonly #say: (message: FromEngine) => void
  /** Statements that wait for their parent; false ends them. */
  readonly #waiting = new Map<number, (more: boolean) => void>()

  constructor(say: (message: FromEngine) => void) {
    this.#say = say
  }

  /** Sends the answer. Rejects with what the engine said, or as interrupted when nobody wanted more. */
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
        const bytes = chunk.value.raw()
        this.#say({ kind: 'piece', id, bytes, rows: chunk.value.numRows })
        forget(bytes)
        sweepMessages()
        if (!(await this.#wanted(id))) throw new EngineError(engineCodes.interrupted, 'nobody wanted more')
      }
    } finally {
      stream.cancel()
    }
  }

  /** The parent wants one more. */
  more(id: number): void {
    this.#waiting.get(id)?.(true)
  }

  /** Ends a statement that waits for its parent; false when it does not. */
  leave(id: number): boolean {
    const waiting = this.#waiting.get(id)
    waiting?.(false)
    return waiting !== undefined
  }

  leaveAll(): void {
    for (const wait of this.#waiting.values()) wait(false)
  }

  async #wanted(id: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(resolve, patience, false)
    this.#waiting.set(id, resolve)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(id)
    }
  }
}

/** The process is started with --expose-gc. */
function sweepMessages(): void {
  // What a message was written into lies outside of the heap too, and cannot be given back by hand. Hardly anything of the heap itself
  // is young here, so this takes a few hundred microseconds.
  globalThis.gc?.({ type: 'minor', execution: 'sync' })
}

/** Gives memory back at once that was sent: answers lie outside of the heap, where the collector of garbage hardly sees them. */
export function forget(bytes: Uint8Array): void {
  const { buffer } = bytes
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength) buffer.transfer(0)
}
