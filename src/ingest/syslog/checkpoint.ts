import type { ParsedEvent } from '../../schema/event.ts'
import { byteAt, EQUALS, findByte, isDigit, startsWithText } from './bytes.ts'
import { names } from './names.ts'

const PIPE = 0x7c
const timeBytes = 10
const timeAt = 5
/** hostname and product stand within these first bytes. */
const maxHeaderBytes = 512

/**
 * Reads the record of Check Point's log exporter with pipes, `time=1767323045|hostname=gw|product=Firewall|...`, whose hostname and product
 * are host and program; `isHeaderless`: its time counts. Returns false and changes nothing for anything else.
 */
export function readCheckPoint(
  bytes: Buffer,
  start: number,
  end: number,
  event: ParsedEvent,
  isHeaderless: boolean,
): boolean {
  const timeEnd = start + timeAt + timeBytes
  if (timeEnd >= end || bytes[timeEnd] !== PIPE || !startsWithText(bytes, start, end, 'time=')) return false
  let seconds = 0
  for (let at = start + timeAt; at < timeEnd; at++) {
    if (!isDigit(byteAt(bytes, at))) return false
    seconds = seconds * 10 + byteAt(bytes, at) - 0x30
  }
  event.program = 'CheckPoint'
  if (isHeaderless) event.ts = seconds * 1_000_000
  const limit = Math.min(end, start + maxHeaderBytes)
  for (let at = timeEnd + 1; at < limit; ) {
    const pairEnd = findByte(bytes, at, limit, PIPE)
    const value = findByte(bytes, at, pairEnd, EQUALS) + 1
    if (value < pairEnd) {
      if (startsWithText(bytes, at, pairEnd, 'hostname=')) event.host = names.intern(bytes, value, pairEnd)
      else if (startsWithText(bytes, at, pairEnd, 'product='))
        event.program = names.intern(bytes, value, pairEnd)
    }
    at = pairEnd + 1
  }
  return true
}
