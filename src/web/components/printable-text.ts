import type { ReactNode } from 'react'
import { printable } from '../../charts/printable.ts'

/** A text as `printable` shows it, anything else as it is. */
export function printableText(content: ReactNode): ReactNode {
  return typeof content === 'string' ? printable(content, true) : content
}
