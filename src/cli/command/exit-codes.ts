/**
 * Exit codes of commands; docs/cli.md lists them for scripts. `empty`: the query found nothing
 * (`--fail-if-empty`).
 */
export const exitCodes = { failed: 1, usage: 2, empty: 3, timeout: 4, interrupted: 130 } as const

/** An error with its own exit code. Any other error exits with `failed`. */
export class ExitError extends Error {
  override name = 'ExitError' as const
  readonly exitCode: number

  constructor(exit: keyof typeof exitCodes, message: string) {
    super(message)
    this.exitCode = exitCodes[exit]
  }
}

export function exitCodeOf(error: unknown): number {
  return error instanceof ExitError ? error.exitCode : exitCodes.failed
}
