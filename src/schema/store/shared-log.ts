/**
 * A log through which several processes report changes of the rows of one store, in one order. Each process
 * applies the log to what it knows in memory. The log numbers batches of events, each spool file once:
 * `begin` gives a batch its number, `end` reports that its rows are readable, `abandon` that the file is
 * given up. All calls reject with a Fault while the log cannot be reached.
 */
export interface SharedLog {
  /**
   * Joins the log, and returns the place from which to read it. `highest`: the highest batch number that this
   * process knows. The log assigns numbers so far above it that none is assigned twice.
   */
  join(highest: number): Promise<LogStart>
  /** LogStart.ownNumbers of the last `join`; 0 before. */
  readonly ownNumbers: number
  /**
   * Numbers that the log assigns to batches of this process have this remainder when divided by `by`. Numbers
   * of other processes have another one.
   */
  readonly ownRemainder: { remainder: number; by: number }
  /**
   * The next entries after a place, up to a maximum. undefined: the log no longer has them, so this process
   * must join again.
   */
  read(after: LogPlace): Promise<LogNews | undefined>
  /**
   * Numbers batches above `highest`, in their order, before their rows become readable. A spool file keeps
   * the number of its first begin, or the number that it comes with. Even if the log has lost entries, no
   * other process gets the same numbers. undefined: another process has joined since `joins`, or the log is
   * another one, so this process must read the log first.
   */
  begin(
    batches: readonly LoggedFile[],
    joins: number,
    highest: number,
  ): Promise<readonly Numbered[] | undefined>
  /**
   * Reports that the rows of these spool files of this process are readable. `numbers`: the batch numbers of
   * the rows, by sequence. A file whose begin with its number is lost does not end: it must begin again.
   */
  end(sequences: readonly number[], numbers?: ReadonlyMap<number, number>): Promise<void>
  /** Reports that these spool files of this process will not be appended again. */
  abandon(sequences: readonly number[]): Promise<void>
  /** Reports that rows of a span are gone. `body`: the span, and whether only some of its rows are gone. */
  drop(body: string): Promise<void>
  /** Reports that rows of batches up to this number may have come or gone anywhere. */
  forget(highest: number): Promise<void>
  /** Runs `work` while no other process runs work of this name; see CheckExclusive. */
  exclusively<T>(
    name: 'migration' | 'retention' | 'copy',
    work: (check: CheckExclusive) => Promise<T>,
  ): Promise<T>
  /**
   * Calls the listener soon after batches of other processes ended or rows were dropped. A call may be
   * missing, or come without a change.
   */
  listen(listener: () => void): void
  close(): Promise<void>
}

/**
 * Resolves while this process is the only one that runs the work, and rejects with a Fault once another
 * process may have begun it. Call it right before each step that must not be done twice, since the connection
 * that excludes other processes may break at any moment.
 */
export type CheckExclusive = () => Promise<void>

/** A position, and what distinguishes it from the same position of another log. */
export interface LogPlace {
  position: number
  token: string | null
}

/** The state of the log when this process joined it. */
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

/** Entries after a place, and the place up to which they were read. */
export interface LogNews extends LogPlace {
  joins: number
  entries: readonly LogEntry[]
  /** Whether there are more entries. */
  hasMore: boolean
}

/** An entry of the log. `body`: a text that the writer has chosen; '' for ends. */
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

/** The number that the log gave a spool file. */
export interface Numbered {
  sequence: number
  batch: number
}

/** A batch that has begun and not ended. */
export interface PendingFile extends Pick<LogEntry, 'batch' | 'isRepeated' | 'body'> {
  /** The spool file; undefined: another process's. */
  sequence: number | undefined
}
