/** A fault of one event of a body. `index`: position of the event; -1: a fault of the whole body. */
export interface EventFault {
  index: number
  field: string
  message: string
}

/** Maximum number of faults of a body that are reported. */
export const maxFaults = 50

/** A body that is refused as a whole. */
export class BodyRefusedError extends Error {
  override name = 'BodyRefusedError'
  readonly status: 400 | 413 | 415

  constructor(status: 400 | 413 | 415, detail: string) {
    super(detail)
    this.status = status
  }
}
