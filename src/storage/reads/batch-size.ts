import { Fault } from '../../schema/fault.ts'

const defaultRows = 2_048
const minRows = 64
/** 12 MB of keys. */
const defaultKeys = 1_000_000

/** Rows that are read at a time: half a megabyte by default, fewer after the engine had no memory for so many. */
export class BatchSize {
  rows: number
  /** Keys of one list, where events are read by lists of keys. */
  readonly keys: number

  constructor(rows = defaultRows, keys = defaultKeys) {
    this.rows = rows
    this.keys = keys
  }

  /** Reads fewer rows from now on; false when that is not possible. */
  shrink(): boolean {
    if (this.rows <= minRows) return false
    this.rows = Math.max(minRows, Math.floor(this.rows / 8))
    return true
  }
}

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
