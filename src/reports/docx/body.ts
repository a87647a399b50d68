import type { WriteOutcome } from '../writer.ts'
import type { Block } from './parts.ts'

export interface Body {
  landscape: boolean
  blocks: Block[]
  written: WriteOutcome
}
