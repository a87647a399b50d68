import type { HintType } from '../../../schema/event/hint.ts'

/** An address or name in a text, in UTF-16 units, `end` exclusive. */
export interface Span {
  type: HintType
  start: number
  end: number
}
