import { Fault } from '../../schema/fault.ts'

/** Result codes of SQLite that concern the disk instead of the statement: READONLY, IOERR, FULL, CANTOPEN. */
const diskCodes: ReadonlySet<number> = new Set([8, 10, 13, 14])
const retryAfterSeconds = 5

/** Maps SQLite errors to API errors: disk errors become a retryable 503. */
function faultOf(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error
  // The low byte of an extended code is its primary one.
  if (!diskCodes.has(error.errcode & 0xff)) return error
  return new Fault('metadata_unavailable', {
    detail: `The metadata cannot be written or read: ${error.message}.`,
    retryAfter: retryAfterSeconds,
    cause: error,
  })
}

/** Calls a function of SQLite; its errors of the disk become faults. */
export function withFaults<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw faultOf(error)
  }
}
