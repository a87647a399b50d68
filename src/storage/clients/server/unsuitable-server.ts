/** The server cannot hold the store, or its part of it. */
export class UnsuitableServerError extends Error {
  override name = 'UnsuitableServerError' as const
}
