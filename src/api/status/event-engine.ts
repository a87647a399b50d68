import type { Fault } from '../../schema/fault.ts'

/** The process of the embedded engine, which holds the events of a data folder. */
export interface EventEngine {
  /** Resident bytes; undefined if no process runs. */
  readonly residentBytes: number | undefined
  /** Memory limit of its statements and caches together, bytes. */
  readonly memoryLimit: number
  /**
   * Number of processes that became ready since this service started: more than one if the engine died or
   * hung.
   */
  readonly starts: number
}

/** A server that holds events. */
export interface EventServer {
  /** Host and port. */
  readonly name: string
  readonly isUp: boolean
  /** An error that names the server and why it does not answer. */
  fault(): Fault
}
