/**
 * The store refuses the content of a spool file permanently. Other errors of an append may be transient.
 * Recognised by its name, which survives messages between threads.
 */
export class BatchRefusedError extends Error {
  override name = 'RefusedBatch' as const
}

export function isBatchRefusedError(error: unknown): boolean {
  return error instanceof Error && error.name === 'RefusedBatch'
}
