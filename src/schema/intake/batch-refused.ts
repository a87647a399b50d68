/**
 * The store refuses the content of a spool file permanently. Other errors of an append may be transient.
 * `isBatchRefusedError` recognises it by its name, which survives messages between threads.
 */
export class BatchRefusedError extends Error {
  override name = 'BatchRefusedError' as const
}

export function isBatchRefusedError(error: unknown): boolean {
  return error instanceof Error && error.name === 'BatchRefusedError'
}
