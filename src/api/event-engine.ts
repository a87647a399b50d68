/** The process of the embedded engine, which holds the events of a data folder. */
export interface EventEngine {
  /** Resident bytes; undefined while there is no process. */
  readonly residentBytes: number | undefined
  /** What its statements and caches may take together. */
  readonly memoryLimit: number
  /** Processes that were ready since this service started: more than one when it died or hung. */
  readonly starts: number
}
