import type { Fault } from '../../schema/fault.ts'

/** A server that holds events. */
export interface EventServer {
  /** Host and port. */
  readonly name: string
  readonly isUp: boolean
  /** An error that names the server and why it does not answer. */
  fault(): Fault
}
