import type { WriteOutcome } from '../writer.ts'
import type { Block } from './parts.ts'

/** What stands in a document, and on which paper. */
export interface Body {
  landscape: boolean
  blocks: Block[]
  written: WriteOutcome
}
