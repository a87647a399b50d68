/** The metadata cannot be opened. The message tells the operator what is wrong, where, and what to do. */
export class MetadataError extends Error {
  override name = 'MetadataError' as const
}
