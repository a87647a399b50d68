/** What the main process and the engine process say to each other (child_process IPC, serialization 'advanced'). Pieces of answers go apart: frames.ts. */

/** insert: two sessions; short: pages and counts; long: whole-range scans, few at once; pieces: what is read for files, as many as are drawn at once. */
export const lanes = { insert: 2, short: 6, long: 2, pieces: 2 } as const
export type Lane = keyof typeof lanes

/** Bytes of one answer that is no piece; a longer one fails with tooManyRows. */
export const maxAnswerBytes = 128_000_000

/**
 * Bytes of the longest statement. The largest filter of a body of 1 MB compiles to less; its parts as the engine counts them are no more than
 * `maxStatementNodes`.
 */
export const maxStatementBytes = 16 * 1024 ** 2
export const maxStatementNodes = 1_000_000

export type ToEngine =
  /** `sql` is one statement; the answer is in `format` (JSONCompactEachRow unless the statement answers nothing). */
  | { kind: 'run'; id: number; lane: Exclude<Lane, 'pieces'>; sql: string }
  /** `sql` is one SELECT, answered in RowBinary by pieces: the first at once, every other for a `more`; then `done` without bytes. */
  | { kind: 'open'; id: number; sql: string }
  | { kind: 'more'; id: number }
  /** Ends the statement, whether it waits or runs. It then fails with code 394. */
  | { kind: 'cancel'; id: number }
  | { kind: 'close' }

export type FromEngine =
  | { kind: 'ready'; version: string }
  /** The process is alive; `engine` when the engine itself answered a probe since the last beat. */
  | { kind: 'beat'; engine: boolean }
  /** The statement runs from now on: said before the engine has it, so that it is known whatever the engine does. */
  | { kind: 'begun'; id: number }
  /** `time` in seconds. */
  | { kind: 'done'; id: number; bytes: Uint8Array; time: number }
  | { kind: 'failed'; id: number; code: number; message: string }
  /** The data folder could not be opened. The process exits next. */
  | { kind: 'refused'; message: string }
  | { kind: 'closed' }

/** Codes of the engine that we tell apart. */
export const engineCodes = {
  /** Ours: a statement of which nobody wanted more for a while, or whose process is gone. It may be asked again from where it was. */
  interrupted: -1,
  queryCancelled: 394,
  timeout: 159,
  memory: 241,
  tooManyRows: 396,
  tooManyGroups: 158,
  tooDeepStatement: 167,
  tooBigStatement: 168,
  lockedFolder: 76,
} as const

/** The engine's text reads `Code: 159. DB::Exception: ...`; anything else has no code of its own. */
export function codeOf(message: string): number {
  const match = /Code:\s*(\d+)/.exec(message)
  return match ? Number(match[1]) : 0
}
