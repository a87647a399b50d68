/** A fault of a filter. */
export interface FilterFault {
  /** `filter[0].op`, `filter[2].value`, `filter[2].value[1]`: indexes from 0. */
  path: string
  /** A sentence for the reader. */
  message: string
  /**
   * For a syntax error of a message search expression: its position (characters) and what was expected there.
   */
  syntax?: { position: number; expected: string }
}

/** Reports a fault of one condition; `at` is the path within it (`.op`, `.value[1]`). */
export type Refuse = (at: string, message: string, syntax?: FilterFault['syntax']) => void

/** Maximum reported faults: the first ones say what to do. */
export const maxFaults = 50
