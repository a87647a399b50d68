/**
 * The store can read a spool file and will not have it, now or later. Everything else that an append fails with may pass. It is known by
 * its name, which outlives the way from thread to thread.
 */
export class BatchRefusedError extends Error {
  override name = 'RefusedBatch' as const
}

export function isBatchRefusedError(error: unknown): boolean {
  return error instanceof Error && error.name === 'RefusedBatch'
}
