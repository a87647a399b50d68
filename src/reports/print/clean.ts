import { printable } from '../../charts/printable.ts'

/** What someone wrote, fit for any document: nothing invisible, no half of a character, nothing that XML cannot hold. */
export function clean(text: string, lines = false): string {
  return printable(text, lines)
    .toWellFormed()
    .replace(/[\ufffe\uffff]/g, '\ufffd')
}
