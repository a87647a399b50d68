/** Error of a statement that the engine refused or ended. `code`: the engine's number, 0 without one. */
export class EngineError extends Error {
  override name = 'EngineError' as const
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Codes of the engine's errors that Millrace handles. */
export const engineCodes = {
  /**
   * Our own code: the consumer paused too long before the next chunk, or the engine's process or connection
   * ended. Another statement may continue after the last chunk.
   */
  interrupted: -1,
  noSuchColumn: 16,
  queryCancelled: 394,
  timeout: 159,
  memory: 241,
  tooManyRows: 396,
  tooManyGroups: 158,
  tooDeepStatement: 167,
  tooBigStatement: 168,
  lockedFolder: 76,
  cannotReadAllData: 33,
  checksumMismatch: 40,
  corruptedData: 246,
  cannotDecompress: 271,
} as const

/** Errors of the engine read `Code: 159. DB::Exception: ...`; other texts have no code. */
export function codeOf(message: string): number {
  const match = /Code:\s*(\d+)/.exec(message)
  return match ? Number(match[1]) : 0
}

const damageCodes: ReadonlySet<number> = new Set([
  engineCodes.cannotReadAllData,
  engineCodes.checksumMismatch,
  engineCodes.corruptedData,
  engineCodes.cannotDecompress,
])

/**
 * The part of a table whose bytes are damaged; undefined when the error has another cause. For example
 * `20240101_1_5_1` of `(while reading from part /data/store/3f2/20240101_1_5_1/ in table millrace.events)`.
 */
export function damagedPartOf({ code, message }: EngineError): string | undefined {
  if (!damageCodes.has(code)) return undefined
  return /while reading from part \S*?([^\s/]+)\/ in table/i.exec(message)?.[1]
}
