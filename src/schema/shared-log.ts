/**
 * What several processes tell each other of the rows of one store: a log in one order, which each of them applies to what it knows in
 * memory. Batches of events are numbered by it, each spool file once. All calls reject with a Fault while the log cannot be reached.
 */
export interface SharedLog {
  /** A place to begin from. `highest`: the highest number of a batch that is known. Later numbers are so much higher that none is given twice. */
  join(highest: number): Promise<LogStart>
  /** LogStart.ownNumbers of the last `join`; 0 before. */
  readonly ownNumbers: number
  /** All numbers that it gives to batches of this process have this remainder, which nobody else's have. */
  readonly ownRemainder: { remainder: number; by: number }
  /** What follows a place, as far as one answer goes; undefined when that is not known any longer: join again. */
  read(after: LogPlace): Promise<LogNews | undefined>
  /**
   * Numbers batches in their order, before rows of them become readable, above `highest`; a spool file keeps the number of its first begin.
   * No other process gives the same numbers, whatever the log has lost. undefined when another process has joined since `joins`, or the log
   * is another one: read first.
   */
  begin(
    batches: readonly LoggedFile[],
    joins: number,
    highest: number,
  ): Promise<readonly Numbered[] | undefined>
  /** The rows of these spool files of this process are readable. */
  end(sequences: readonly number[]): Promise<void>
  /** These spool files of this process will not be appended again. */
  abandon(sequences: readonly number[]): Promise<void>
  /** The rows of a span are gone. */
  drop(body: string): Promise<void>
  /** Rows may have come or gone anywhere, of batches up to this number. */
  forget(highest: number): Promise<void>
  /** Runs `work` while no other process runs one of this name; see CheckExclusive. */
  exclusively<T>(
    name: 'migration' | 'retention' | 'copy',
    work: (check: CheckExclusive) => Promise<T>,
  ): Promise<T>
  /** Calls the listener soon after batches of other processes ended or rows were dropped. Not each time, and sometimes for nothing. */
  listen(listener: () => void): void
  close(): Promise<void>
}

/**
 * Resolves while this process is the only one that does something, and rejects with a Fault once another may have begun: to be called right
 * before each step that must not be done twice, since the connection that keeps others out may break at any moment.
 */
export type CheckExclusive = () => Promise<void>

/** A position, and what tells it from the same position of another log. */
export interface LogPlace {
  position: number
  token: string | null
}

export interface LogStart extends LogPlace {
  /** How many times processes have joined. */
  joins: number
  /** No batch that has begun has a higher number. */
  highest: number
  /** Files up to this sequence were written before there was a log, and have it as their number: all that the log gives are higher. */
  ownNumbers: number
  /** Batches that have begun and not ended. */
  pending: readonly PendingFile[]
}

export interface LogNews extends LogPlace {
  joins: number
  entries: readonly LogEntry[]
  /** Whether there is more. */
  hasMore: boolean
}

/** `body`: what the writer said of it; '' for ends. */
export interface LogEntry {
  kind: 'begin' | 'end' | 'abandon' | 'drop' | 'forget'
  /** The number of the batch; 0 of a drop, the highest of a forget. */
  batch: number
  /** Of a begin: rows of it may have been readable before. */
  isRepeated: boolean
  body: string
}

/** A spool file, by its own sequence. */
export interface LoggedFile {
  sequence: number
  body: string
  /** Its number, when it may have rows in the store of which the log knows nothing. */
  number?: number
}

export interface Numbered {
  sequence: number
  batch: number
}

export interface PendingFile extends Pick<LogEntry, 'batch' | 'isRepeated' | 'body'> {
  /** The spool file; undefined: of another process. */
  sequence: number | undefined
}
