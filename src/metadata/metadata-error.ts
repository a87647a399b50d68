/** The metadata cannot be opened as it is. The message is for whoever runs Millrace: what is wrong where, and what to do. */
export class MetadataError extends Error {
  override name = 'MetadataError' as const
}
