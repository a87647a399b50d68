/** An expression is invalid or not in the supported subset. The message begins like Loki's. */
export class LogqlError extends Error {
  override name = 'LogqlError' as const

  /** `at`: index of the first wrong character. */
  constructor(message: string, text: string, at: number) {
    const linesBefore = text.slice(0, at).split('\n')
    const column = [...(linesBefore.at(-1) ?? '')].length + 1
    super(`parse error at line ${linesBefore.length}, col ${column}: ${message}`)
  }
}
