import type { HintType } from '../../../schema/hint.ts'

/** A recognised piece of a text, in UTF-16 units, `end` exclusive. */
export interface Span {
  type: HintType
  start: number
  end: number
}
