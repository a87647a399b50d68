import { byteAt, GREATER, isDigit, LESS } from './bytes.ts'

/** The position after `<PRI>`: one to three digits, at most 191. -1 for anything else. */
export function priorityEnd(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[start] !== LESS) return -1
  let at = start + 1
  while (at < end && at - start <= 3 && isDigit(byteAt(bytes, at))) at++
  if (at === start + 1 || at >= end || bytes[at] !== GREATER) return -1
  return priorityValue(bytes, start + 1, at) > 191 ? -1 : at + 1
}

export function priorityValue(bytes: Uint8Array, start: number, end: number): number {
  let value = 0
  for (let at = start; at < end; at++) value = value * 10 + byteAt(bytes, at) - 0x30
  return value
}
