import type { ReactNode } from 'react'
import { printable } from '../../charts/printable.ts'

/** Escapes invisible characters of a text, but keeps its lines. Content that is not a text stays as it is. */
export function printableText(content: ReactNode): ReactNode {
  return typeof content === 'string' ? printable(content, true) : content
}
