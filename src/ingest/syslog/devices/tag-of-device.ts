import type { ParsedEvent } from '../../../schema/event/event.ts'
import { byteAt, COLON, DOT, isDigit, SPACE, STAR, startsWithText } from '../parts/bytes.ts'
import type { ParseContext } from '../parts/context.ts'
import { readMnemonic } from '../parts/mnemonic.ts'
import { readCiscoPreamble } from './cisco.ts'

const netScreen = 'NetScreen device_id='
const fireEye = 'fenotify-'
const maxSequenceDigits = 10

/** 1 for bytes that begin a text which readTagOfDevice may read; other lines need no check. */
export const startsTextOfDevice = new Uint8Array(256)
for (const byte of '0123456789*.NCL') startsTextOfDevice[byte.charCodeAt(0)] = 1

/**
 * Corrects the event's program if the tag that gave it names something else. The text after the tag, at `at`,
 * shows it: Cisco's origin-id (`sw01: 2008: *Jan ...: %SEC-6-...`, which becomes extra.ORIGIN), a NetScreen
 * device, or the number of a FireEye alert. Returns the start of the message, or -1 if it is `at`.
 */
export function readTagOfDevice(
  bytes: Buffer,
  at: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
  isHeaderless: boolean,
): number {
  const first = byteAt(bytes, at)
  if (startsSequence(bytes, at, end)) return readOrigin(bytes, at, end, context, event)
  if (first === 0x4e && startsWithText(bytes, at, end, netScreen)) {
    if (isHeaderless) event.host = event.program
    event.program = 'NetScreen'
    // FireEye's text is CEF or LEEF.
  } else if ((first === 0x43 || first === 0x4c) && event.program.startsWith(fireEye)) {
    const [id = ''] = event.program.slice(fireEye.length).split('.')
    event.program = 'fenotify'
    if (id !== '') event.extra.PID = id
  }
  return -1
}

/** Whether `2008: `, or a clock's mark before a word, begins here. */
function startsSequence(bytes: Uint8Array, at: number, end: number): boolean {
  const first = byteAt(bytes, at)
  if (first === STAR || first === DOT) return true
  if (!isDigit(first)) return false
  let next = at + 1
  while (next < end && next - at < maxSequenceDigits && isDigit(byteAt(bytes, next))) next++
  return next + 1 < end && bytes[next] === COLON && bytes[next + 1] === SPACE
}

/** Reads the preamble and mnemonic after an origin-id. Returns the start of the message, or -1. */
function readOrigin(
  bytes: Buffer,
  at: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
): number {
  const origin = event.program
  event.program = ''
  const preambleEnd = readCiscoPreamble(bytes, at, end, context, event, false)
  const messageAt = preambleEnd === -1 ? -1 : readMnemonic(bytes, preambleEnd, end, event)
  if (messageAt === -1) event.program = origin
  else if (origin !== event.host) event.extra.ORIGIN = origin
  return messageAt
}
