/**
 * A log through which several processes report changes of the rows of one store, in one order. Each process
 * applies the log to what it knows in memory. The log numbers batches of events, each spool file once. All
 * calls reject with a Fault while the log cannot be reached.
 */
export interface SharedLog {
  /**
   * Returns a place to begin from. `highest`: the highest number of a batch that is known. Later numbers are
   * far enough above it that none is given twice.
   */
  join(highest: number): Promise<LogStart>
  /** LogStart.ownNumbers of the last `join`; 0 before. */
  readonly ownNumbers: number
  /**
   * All numbers that it gives to batches of this process have this remainder; no other process's numbers have
   * it.
   */
  readonly ownRemainder: { remainder: number; by: number }
  /**
   * The entries after a place, as far as one answer goes; undefined when the log no longer has them: join
   * again.
   */
  read(after: LogPlace): Promise<LogNews | undefined>
  /**
   * Numbers batches in their order, before their rows become readable, above `highest`; a spool file keeps
   * the number of its first begin, or the number that it comes with. No other process gives the same numbers,
   * whatever the log has lost.
   * undefined when another process has joined since `joins`, or the log is another one: read first.
   */
  begin(
    batches: readonly LoggedFile[],
    joins: number,
    highest: number,
  ): Promise<readonly Numbered[] | undefined>
  /**
   * The rows of these spool files of this process are readable. `numbers`: of the rows, by sequence. A file
   * whose begin with this number the log has lost does not end: begin it again.
   */
  end(sequences: readonly number[], numbers?: ReadonlyMap<number, number>): Promise<void>
  /** These spool files of this process will not be appended again. */
  abandon(sequences: readonly number[]): Promise<void>
  /** The rows of a span are gone. */
  drop(body: string): Promise<void>
  /** Rows of batches up to this number may have come or gone anywhere. */
  forget(highest: number): Promise<void>
  /** Runs `work` while no other process runs work of this name; see CheckExclusive. */
  exclusively<T>(
    name: 'migration' | 'retention' | 'copy',
    work: (check: CheckExclusive) => Promise<T>,
  ): Promise<T>
  /**
   * Calls the listener soon after batches of other processes ended or rows were dropped. Not each time, and
   * sometimes for nothing.
   */
  listen(listener: () => void): void
  close(): Promise<void>
}

/**
 * Resolves while this process is the only one that does something, and rejects with a Fault once another may
 * have begun. Call it right before each step that must not be done twice, since the connection that keeps
 * others out may break at any moment.
 */
export type CheckExclusive = () => Promise<void>

/** A position, and what distinguishes it from the same position of another log. */
export interface LogPlace {
  position: number
  token: string | null
}

export interface LogStart extends LogPlace {
  /** How many times processes have joined. */
  joins: number
  /** No batch that has begun has a higher number. */
  highest: number
  /**
   * Files up to this sequence were written before there was a log, and have the sequence as their number. The
   * log gives only higher numbers.
   */
  ownNumbers: number
  /** Batches that have begun and not ended. */
  pending: readonly PendingFile[]
}

export interface LogNews extends LogPlace {
  joins: number
  entries: readonly LogEntry[]
  /** Whether there are more entries. */
  hasMore: boolean
}

/** `body`: the text of the writer; '' for ends. */
export interface LogEntry {
  kind: 'begin' | 'end' | 'abandon' | 'drop' | 'forget'
  /** The number of the batch; 0 for a drop, the highest number for a forget. */
  batch: number
  /** For a begin: rows of the batch may have been readable before. */
  isRepeated: boolean
  body: string
}

/** A spool file, by its own sequence. */
export interface LoggedFile {
  sequence: number
  body: string
  /** The number with which this process has begun it: the log may have lost it, or have another one. */
  number?: number
  /** The number of its rows unless the log knows one: the file was written before there was a log. */
  oldNumber?: number
}

export interface Numbered {
  sequence: number
  batch: number
}

export interface PendingFile extends Pick<LogEntry, 'batch' | 'isRepeated' | 'body'> {
  /** The spool file; undefined: another process's. */
  sequence: number | undefined
}
