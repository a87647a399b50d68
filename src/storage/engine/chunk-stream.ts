import { Fault } from '../../schema/fault.ts'
import type { EventBatch, ReadAccount } from '../store.ts'

/** A statement whose answer comes in pieces. */
export interface ChunkStream {
  sql: string
  account: ReadAccount | undefined
  /** The piece that was asked for last, undefined after the last. */
  next: PromiseWithResolvers<EventBatch | undefined>
}

/** A piece that is asked for. Its rejection may come while nobody waits for it. */
export function expectChunk(): ChunkStream['next'] {
  const asked: ChunkStream['next'] = Promise.withResolvers()
  asked.promise.catch(() => {})
  return asked
}

/** Rejects what is asked for after so many seconds, or when the signal fires. */
export async function awaitChunk(
  { promise, reject }: ChunkStream['next'],
  seconds: number,
  signal: AbortSignal,
): Promise<EventBatch | undefined> {
  signal.throwIfAborted()
  const abort = () => reject(signal.reason)
  const timer = setTimeout(() => reject(new Fault('query_timeout')), seconds * 1000)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}
