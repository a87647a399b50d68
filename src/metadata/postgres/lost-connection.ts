import { DatabaseError } from 'pg'
import { Fault } from '../../schema/fault.ts'

/** SQLSTATE codes and classes that do not concern the statement: it may be tried again. */
const passing = [
  '08', // the connection
  '53', // connections, memory or disk of the server are used up
  '57P', // the server ends or starts
  '57014', // the statement took too long
  '55P03', // the lock was not available in time
  '25P03', // the transaction did nothing for too long
  '25006', // the server has become a replica
  '40', // deadlock, serialization
  '28', // the role or its password was changed
  '3D', // the database is being moved
]

/** Whether an error concerns the server or the connection to it, instead of the statement. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return error instanceof Error && !(error instanceof TypeError)
  return passing.some(code => error.code?.startsWith(code))
}

/** Maps errors of `pg` to API errors: an outage becomes a retryable 503. */
export function faultOf(error: unknown): unknown {
  return isOutage(error) ? new Fault('metadata_unavailable', { retryAfter: 1, cause: error }) : error
}

/** Whether a client may be used again after this error. */
export function isUsableAfter(error: unknown): boolean {
  return error instanceof DatabaseError && !['08', '57P', '25P03'].some(code => error.code?.startsWith(code))
}
