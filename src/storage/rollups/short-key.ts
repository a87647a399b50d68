import { createHash } from 'node:crypto'

const maxLength = 200

/** A key of bounded length for one that a condition may make as long as a statement; equal ones for equal ones. */
export function shortKey(key: string): string {
  return key.length <= maxLength ? key : createHash('sha256').update(key).digest('base64')
}
