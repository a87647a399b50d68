import type { shellTexts } from '../texts/shell.ts'

/** Something that the palette offers. */
export interface Command {
  /** Stays the same, so that it can be remembered. */
  id: string
  text: string
  kind: keyof typeof shellTexts.palette.kinds
  /** Keys that do the same. */
  keys?: string
  run: () => void
}
