/** The metadata cannot be opened. The message says what is wrong, where, and what the operator can do. */
export class MetadataError extends Error {
  override name = 'MetadataError' as const
}
