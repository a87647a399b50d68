import type { ReactNode } from 'react'
import { printable } from '../../charts/printable.ts'

/** A text as shown by `printable`; any other content is returned unchanged. */
export function printableText(content: ReactNode): ReactNode {
  return typeof content === 'string' ? printable(content, true) : content
}
