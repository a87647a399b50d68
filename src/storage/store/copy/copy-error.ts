/** A copy failed in a way that a retry cannot fix. */
export class CopyError extends Error {
  override name = 'CopyError' as const
}
