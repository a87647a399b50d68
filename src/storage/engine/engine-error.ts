/** The engine refused or ended a statement. `code`: the engine's number, 0 when it gave none. */
export class EngineError extends Error {
  override name = 'EngineError' as const
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
