/** Why a part of a filter is invalid, and where. */
export interface FilterFault {
  /** `filter[0].op`, `filter[2].value`, `filter[2].value[1]`: indexes from 0. */
  path: string
  /** A sentence for the reader. */
  message: string
  /** For a syntax error of a message search: its position (characters) and what was expected there. */
  syntax?: { position: number; expected: string }
}

/** Records a fault of one condition. `at`: the path within the condition, such as `.op` or `.value[1]`. */
export type Refuse = (at: string, message: string, syntax?: FilterFault['syntax']) => void

/** Maximum faults in one answer; the first ones say enough. */
export const maxFaults = 50
