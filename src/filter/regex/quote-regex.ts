/** A regular expression for this literal text. */
export function quoteRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
