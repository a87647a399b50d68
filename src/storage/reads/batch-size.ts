const defaultRows = 2_048
const minRows = 64
/** 12 MB of keys. */
const defaultKeys = 1_000_000

/** How many rows are read at a time: half a megabyte of usual ones, fewer after there was no memory for so many. */
export class BatchSize {
  rows: number
  /** Keys that are listed at a time, where events are read by a list of keys. */
  readonly keys: number

  constructor(rows = defaultRows, keys = defaultKeys) {
    this.rows = rows
    this.keys = keys
  }

  /** Fewer, after the engine had no memory for so many; false when there are none fewer. */
  shrink(): boolean {
    if (this.rows <= minRows) return false
    this.rows = Math.max(minRows, Math.floor(this.rows / 8))
    return true
  }
}
