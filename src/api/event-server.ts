import type { Fault } from '../schema/fault.ts'

/** A server that holds events. */
export interface EventServer {
  /** Host and port. */
  readonly name: string
  readonly isUp: boolean
  /** Names the server and says why it does not answer. */
  fault(): Fault
}
