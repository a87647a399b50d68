import type { Written } from '../writer.ts'
import type { Block } from './parts.ts'

/** What stands in a document, and on which paper. */
export interface Body {
  wide: boolean
  blocks: Block[]
  written: Written
}
