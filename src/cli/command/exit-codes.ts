/** Exit codes of the commands that use a running Millrace; docs/cli.md lists them for scripts. */
export const exitCodes = { failed: 1, usage: 2, empty: 3, timeout: 4, interrupted: 130 } as const

/** An error that decides the exit code; any other error is `failed`. */
export class ExitError extends Error {
  override name = 'ExitError' as const
  readonly exitCode: number

  constructor(exit: keyof typeof exitCodes, message: string) {
    super(message)
    this.exitCode = exitCodes[exit]
  }
}

/** The exit code of an error that ends a command. */
export function exitCodeOf(error: unknown): number {
  return error instanceof ExitError ? error.exitCode : exitCodes.failed
}
