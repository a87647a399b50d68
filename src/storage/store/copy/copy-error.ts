/** Ends a copy, with a text for the operator. Unlike faults of servers that are away, it is not retried. */
export class CopyError extends Error {
  override name = 'CopyError' as const
}
