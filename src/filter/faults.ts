/** One thing wrong with a filter. */
export interface FilterFault {
  /** `filter[0].op`, `filter[2].value`, `filter[2].value[1]`: indexes from 0. */
  path: string
  /** A sentence for the reader. */
  message: string
  /** Of a message search expression that cannot be read: where (characters) and what should have stood there. */
  syntax?: { position: number; expected: string }
}

/** Reports a fault of one condition; `at` is what follows its path (`.op`, `.value[1]`). */
export type Refuse = (at: string, message: string, syntax?: FilterFault['syntax']) => void

/** More are not reported: the first ones say what to do. */
export const maxFaults = 50
