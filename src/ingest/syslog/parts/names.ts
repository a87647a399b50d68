import { byteAt } from './bytes.ts'
import { Interner } from './text.ts'

/** Interns hosts, programs and mnemonics. */
export const names = new Interner()

/** Maximum digits of a number that is read as one: more would not fit into 31 bits. */
const maxDigits = 9

/**
 * The text of a process id. Most are numbers, of which each host has thousands: V8 makes such a text faster
 * than the interner finds it, and the interner keeps its room for hosts and programs.
 */
export function processId(bytes: Buffer, start: number, end: number): string {
  const length = end - start
  const hasLeadingZero = length > 1 && bytes[start] === 0x30
  if (length === 0 || length > maxDigits || hasLeadingZero) return names.intern(bytes, start, end)
  let value = 0
  for (let at = start; at < end; at++) {
    const digit = byteAt(bytes, at) - 0x30
    if (digit < 0 || digit > 9) return names.intern(bytes, start, end)
    value = value * 10 + digit
  }
  return String(value)
}
