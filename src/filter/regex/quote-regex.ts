/** A regular expression that matches exactly this text. */
export function quoteRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
