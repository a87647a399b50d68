import { createHash } from 'node:crypto'

const maxLength = 200

/** A key of bounded length for one that may be as long as a statement. */
export function shortKey(key: string): string {
  return key.length <= maxLength ? key : createHash('sha256').update(key).digest('base64')
}
