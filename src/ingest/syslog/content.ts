import type { ParsedEvent } from '../../schema/event.ts'
import { byteAt, COLON, DOT, isDigit, PERCENT, SPACE, STAR } from './bytes.ts'
import { readCheckPoint } from './checkpoint.ts'
import { readCiscoPreamble } from './cisco.ts'
import type { ParseContext } from './context.ts'
import { skipDeviceWord } from './device-word.ts'
import { readFirstWord } from './first-word.ts'
import { readFortiGate } from './fortigate.ts'
import { findMnemonicEnd, readMnemonic, setMnemonic } from './mnemonic.ts'
import { readPaloAlto } from './paloalto.ts'
import { readTag } from './tag.ts'
import { decode } from './text.ts'
import { readUnifiDevice } from './unifi.ts'

/** A mnemonic in a text without a tag begins at most this far in, bytes. */
const maxMnemonicOffset = 64

/**
 * Reads what follows timestamp and host into program and message. `isHeaderless`: the line has neither, so the device's own
 * host and time count. Returns whether the line has the format of a known device.
 */
export function readContent(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
  isHeaderless: boolean,
): boolean {
  const first = start < end ? byteAt(bytes, start) : 0
  if (
    (first === 0x64 && readFortiGate(bytes, start, end, context, event, isHeaderless)) ||
    (first === 0x74 && readCheckPoint(bytes, start, end, event, isHeaderless)) ||
    (isDigit(first) && readPaloAlto(bytes, start, end, event))
  ) {
    event.message = decode(bytes, start, end)
    return true
  }

  // In a line without a header only the preamble of a Cisco device can set the program before.
  const hasPreamble = event.program !== ''
  let at = start
  if (!isHeaderless && (isDigit(first) || first === STAR || first === DOT || first === COLON)) {
    // A relay's header before the device's own.
    const inner = readCiscoPreamble(bytes, start, end, context, event, false)
    if (inner !== -1) at = inner
  }
  let text = readMnemonic(bytes, at, end, event)
  if (text === -1 && event.program === '') {
    if (!isHeaderless) at = skipDeviceWord(bytes, at, end, event)
    at = readUnifiDevice(bytes, at, end, event)
    at = readTag(bytes, at, end, event, isHeaderless)
    text = readMnemonic(bytes, at, end, event)
    if (text === -1 && event.program === '') {
      text = findMnemonic(bytes, at, end, context, event)
      if (event.program === '') text = readFirstWord(bytes, at, end, event)
    }
  }
  event.message = decode(bytes, text === -1 ? at : text, end)
  return hasPreamble || event.mnemonic !== ''
}

/** Finds a mnemonic further in. The text begins at it if only a Cisco preamble stands before it; otherwise the text stays whole. */
function findMnemonic(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  event: ParsedEvent,
): number {
  const limit = Math.min(end, start + maxMnemonicOffset)
  for (let at = start; at < limit; at++) {
    if (bytes[at] !== PERCENT || bytes[at - 1] !== SPACE) continue
    const behind = findMnemonicEnd(bytes, at, end)
    if (behind === -1) continue
    const text = readCiscoPreamble(bytes, start, end, context, event, false)
    setMnemonic(bytes, at, behind, event)
    return text === at ? at : start
  }
  return start
}
