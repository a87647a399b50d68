import { readErrorBody } from '../../../clients/typescript/src/error-body.ts'
import { MillraceError } from '../../../clients/typescript/src/millrace-error.ts'
import { ExitError } from '../command/exit-codes.ts'

/**
 * Throws a refusal of the service as an ExitError, which ends the command, with the service's words and a
 * line per named member (`params.limit: must be <= 10000`). Throws other errors unchanged.
 */
export function throwAsExit(error: unknown): never {
  if (!(error instanceof MillraceError)) throw error
  const lines = refusalLines(error.body)
  if (lines.length === 0) throw error
  throw new ExitError(error.status === 400 ? 'usage' : 'failed', lines.join('\n'))
}

/** The lines of a refusal: its sentence, then a line per named member. */
function refusalLines(body: unknown): string[] {
  const { detail, fields } = readErrorBody(body)
  const lines = Object.entries(fields).flatMap(([name, messages]) =>
    messages.map(message => `${name}: ${message}`),
  )
  return [...(detail === undefined ? [] : [detail]), ...lines]
}
