import { printable } from '../../charts/printable.ts'

/** A text for any document: without invisible characters, lone surrogates and characters that XML forbids. */
export function clean(text: string, lines = false): string {
  return printable(text, lines)
    .toWellFormed()
    .replace(/[\ufffe\uffff]/g, '\ufffd')
}
