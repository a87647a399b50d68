import { randomUUID } from 'node:crypto'
import { Fault, type FaultCode } from '../../schema/fault.ts'

/** The error of a query that readers see. */
export interface Failure {
  code: FaultCode
  detail: string
}

/** Writes an error to our own log. */
export type Log = (message: string, error: unknown) => void

/** The failure that readers see. An error that is no Fault is a bug, logged with the same error_id. */
export function failureOf(error: unknown, log: Log): Failure {
  if (error instanceof Fault) return { code: error.code, detail: error.detail }
  const id = randomUUID().replaceAll('-', '')
  log(`a query could not be computed, error_id ${id}`, error)
  return { code: 'internal', detail: `Internal error (error_id ${id}).` }
}

const transientCodes: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'storage_unavailable',
  'metadata_unavailable',
  'throttled',
  'overloaded',
  'starting',
])

/** Whether a question that failed with this code may succeed a little later. */
export function isTransient(code: FaultCode): boolean {
  return transientCodes.has(code)
}
