/** Ends a copy, with a text for the operator. The copy retries other errors itself (retry-while-away.ts). */
export class CopyError extends Error {
  override name = 'CopyError' as const
}
