import { Fault } from '../../schema/fault.ts'
import type { EventBatch, ReadAccount } from '../store.ts'

/** A statement whose answer comes in pieces. */
export interface Opened {
  sql: string
  account: ReadAccount | undefined
  /** The piece that was asked for last, undefined after the last. */
  asked: PromiseWithResolvers<EventBatch | undefined>
}

/** A piece that is asked for. Its rejection may come while nobody waits for it. */
export function expected(): Opened['asked'] {
  const asked: Opened['asked'] = Promise.withResolvers()
  asked.promise.catch(() => {})
  return asked
}

/** Rejects what is asked for after so many seconds, or when the signal fires. */
export async function within(
  { promise, reject }: Opened['asked'],
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
