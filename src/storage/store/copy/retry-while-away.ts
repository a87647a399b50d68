import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '../../../schema/fault.ts'

/** Maximum consecutive failures without progress. */
const maxFailures = 10

/**
 * Retries work that fails because a server is away or busy. The work calls `progressed` after each step that
 * a retry does not repeat.
 */
export async function retryWhileAway<T>(
  signal: AbortSignal,
  work: (progressed: () => void) => Promise<T>,
): Promise<T> {
  for (let failures = 0; ; ) {
    try {
      return await work(() => {
        failures = 0
      })
    } catch (error) {
      if (!isTemporary(error) || ++failures === maxFailures) throw error
      await sleep((error.retryAfter ?? 1) * 1_000, undefined, { signal })
    }
  }
}

function isTemporary(error: unknown): error is Fault {
  return error instanceof Fault && (error.code === 'storage_unavailable' || error.code === 'overloaded')
}
