/**
 * Messages between the main process and the engine process (child_process IPC, serialization 'advanced').
 * Large answers go through a pipe: frames.ts.
 */

/**
 * Number of sessions of each lane. A lane starts its statements in the order of arrival. insert: inserts;
 * short: pages and counts; long: scans of whole ranges; chunks: reads for files, one session per file being
 * drawn.
 */
export const lanes = { insert: 2, short: 6, long: 2, chunks: 2 } as const
export type Lane = keyof typeof lanes

export type ToEngine =
  /**
   * `sql` is one statement, answered in JSONCompactEachRow. In the lane `chunks` it is a SELECT, answered in
   * RowBinary: the first chunk at once, each further one for a `more`; then `done` without bytes. An answer
   * of more than `maxBytes` (default: maxAnswerBytes) fails with tooManyRows; chunks have no such limit.
   */
  | { kind: 'run'; id: number; lane: Lane; sql: string; maxBytes?: number | undefined }
  /** Asks for the next chunk. */
  | { kind: 'more'; id: number }
  /**
   * Ends a waiting or running statement. It then fails with the code queryCancelled, or with `interrupted` if
   * it waits for a `more`.
   */
  | { kind: 'cancel'; id: number }
  | { kind: 'close' }

export type FromEngine =
  | { kind: 'ready' }
  /** The process is alive. `hasAnswered`: the engine answered a statement or a probe since the last beat. */
  | { kind: 'beat'; hasAnswered: boolean; residentBytes: number }
  /** `bytes`: the answer; undefined if it goes through the pipe. */
  | { kind: 'done'; id: number; bytes: Uint8Array | undefined; engineSeconds: number }
  | { kind: 'failed'; id: number; code: number; message: string }
  /** The data folder could not be opened. The process exits next. */
  | { kind: 'refused'; message: string }
  | { kind: 'closed' }
