/** What a copy stops with that another try would not mend. */
export class CopyError extends Error {
  override name = 'CopyError' as const
}
