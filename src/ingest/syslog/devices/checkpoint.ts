import type { ParsedEvent } from '../../../schema/event/event.ts'
import { EQUALS, findByte, startsWithText } from '../parts/bytes.ts'
import { names } from '../parts/names.ts'
import { isRepresentable } from '../time/calendar.ts'
import { epochMicros } from '../time/device-timestamp.ts'

const PIPE = 0x7c
const timeKeyBytes = 'time='.length
const maxTimeBytes = 20
/** hostname and product must be within these first bytes. */
const maxHeaderBytes = 512

/**
 * Reads a record of Check Point's log exporter: `time=1767323045|hostname=gw|product=Firewall|...` has host
 * gw and program Firewall. `isHeaderless`: also takes its time. Returns false and changes nothing for other
 * texts.
 */
export function readCheckPoint(
  bytes: Buffer,
  start: number,
  end: number,
  event: ParsedEvent,
  isHeaderless: boolean,
): boolean {
  if (!startsWithText(bytes, start, end, 'time=')) return false
  const timeAt = start + timeKeyBytes
  const timeEnd = findByte(bytes, timeAt, Math.min(end, timeAt + maxTimeBytes), PIPE)
  const micros = timeEnd < end && bytes[timeEnd] === PIPE ? epochMicros(bytes, timeAt, timeEnd) : -1
  if (micros === -1) return false
  event.program = 'CheckPoint'
  if (isHeaderless && isRepresentable(micros)) event.ts = micros
  const limit = Math.min(end, start + maxHeaderBytes)
  for (let at = timeEnd + 1; at < limit; ) {
    const pairEnd = findByte(bytes, at, limit, PIPE)
    const valueAt = findByte(bytes, at, pairEnd, EQUALS) + 1
    if (valueAt < pairEnd) {
      if (startsWithText(bytes, at, pairEnd, 'hostname=')) event.host = names.intern(bytes, valueAt, pairEnd)
      else if (startsWithText(bytes, at, pairEnd, 'product='))
        event.program = names.intern(bytes, valueAt, pairEnd)
    }
    at = pairEnd + 1
  }
  return true
}
