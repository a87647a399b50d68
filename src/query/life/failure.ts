import { randomUUID } from 'node:crypto'
import { Fault, type FaultCode } from '../../schema/fault.ts'

/** Why a query could not be computed, as its representation shows it. */
export interface Failure {
  code: FaultCode
  detail: string
}

export type Log = (message: string, error: unknown) => void

/** What a reader is told of an error. What is no Fault is ours to mend: it goes to the log under the id that is told. */
export function failureOf(error: unknown, log: Log): Failure {
  if (error instanceof Fault) return { code: error.code, detail: error.detail }
  const id = randomUUID().replaceAll('-', '')
  log(`a query could not be computed, error_id ${id}`, error)
  return { code: 'internal', detail: `Internal error (error_id ${id}).` }
}

const transientCodes: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'storage_unavailable',
  'throttled',
  'overloaded',
  'starting',
])

/** Whether the same question may well be answered a little later. */
export function isTransient(error: unknown): error is Fault {
  return error instanceof Fault && transientCodes.has(error.code)
}
