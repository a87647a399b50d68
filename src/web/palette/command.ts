import type { shellTexts } from '../texts/shell.ts'

/** An entry of the palette. */
export interface Command {
  /** Stable, so that it can be remembered. */
  id: string
  text: string
  kind: keyof typeof shellTexts.palette.kinds
  /** Keys with the same effect. */
  keys?: string
  run: () => void
}
