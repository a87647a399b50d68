/** The message of an error, for a sentence that says what failed; other values are converted to text. */
export function thrownText(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
