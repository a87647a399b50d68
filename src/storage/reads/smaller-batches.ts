import { Fault } from '../../schema/fault.ts'
import type { BatchSize } from './batch-size.ts'

/** Asks again for fewer rows while the engine has no memory for so many, or their bytes are too many. */
export async function withSmallerBatches<T>(size: BatchSize, ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!isOutOfMemory(error) || !size.shrink()) throw error
    }
  }
}

export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Fault && error.code === 'query_memory'
}
