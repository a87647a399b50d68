import { Fault } from '../../../schema/fault.ts'

const defaultRows = 2_048
const minRows = 64
/** 12 MB of keys. */
const defaultKeys = 1_000_000

/** Rows per statement: half a megabyte by default, fewer after the engine ran out of memory. */
export class BatchSize {
  rows: number
  /** Keys per list, when events are read by lists of keys. */
  readonly keys: number

  constructor(rows = defaultRows, keys = defaultKeys) {
    this.rows = rows
    this.keys = keys
  }

  /** Reads fewer rows from now on; false when that is impossible. */
  shrink(): boolean {
    if (this.rows <= minRows) return false
    this.rows = Math.max(minRows, Math.floor(this.rows / 8))
    return true
  }
}

/** Retries with fewer rows when the engine runs out of memory or the answer has too many bytes. */
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

/** Shared by the parts of a read. */
export interface Progress {
  size: BatchSize
  /** Events still to be read. */
  left: number
}
