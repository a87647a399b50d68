/** A syntax error of a message search expression: its position and what was expected there. */
export class QuerySyntaxError extends Error {
  override name = 'QuerySyntaxError' as const
  /** 0-based, in characters (Unicode code points, not UTF-16 units). */
  readonly position: number
  readonly expected: string

  constructor(expected: string, position: number) {
    super(`expected ${expected} at position ${position}`)
    this.expected = expected
    this.position = position
  }
}
