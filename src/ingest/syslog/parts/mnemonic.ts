import type { ParsedEvent } from '../../../schema/event/event.ts'
import { byteAt, COLON, DASH, isDigit, isLower, isUpper, PERCENT, SPACE, skipSpaces } from './bytes.ts'
import { names } from './names.ts'

const maxMnemonicBytes = 64

/**
 * Finds the end of a Cisco mnemonic, `%FACILITY-SEVERITY-MNEMONIC`, whose percent sign is at `start`. More
 * parts may precede the severity (`%ASA-session-6-302013`, `%PKT_INFRA-LINK-3-UPDOWN`). A colon, a space or
 * the end must follow. Returns the position after the mnemonic, or -1.
 */
export function findMnemonicEnd(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < 5 || bytes[start] !== PERCENT || !isUpper(byteAt(bytes, start + 1))) return -1
  const limit = Math.min(end, start + maxMnemonicBytes)
  let hasSeverity = false
  let at = start + 2
  for (; at < limit; at++) {
    const byte = byteAt(bytes, at)
    if (byte === DASH) {
      const code = byteAt(bytes, at + 1)
      // Small business switches write the severity as a letter: `%LINK-W-Down`.
      const isSeverity = (code >= 0x30 && code <= 0x37) || isSeverityLetter(code)
      if (at + 2 < end && isSeverity && bytes[at + 2] === DASH) hasSeverity = true
    } else if (byte === COLON || byte === SPACE) break
    else if (!isUpper(byte) && !isDigit(byte) && !isLower(byte) && byte !== 0x5f) return -1
  }
  return hasSeverity && (at === end || at < limit) && bytes[at - 1] !== DASH ? at : -1
}

/** Severities by letter, from M (Emergency, 0) to D (Debug, 7). F (Fatal) is 2, as C (Critical) is. */
const severityByLetter = new Map(
  [...'MACEWNID'].map((letter, severity) => [letter.charCodeAt(0), severity] as const).concat([[0x46, 2]]),
)

function isSeverityLetter(byte: number): boolean {
  return severityByLetter.has(byte)
}

/** The severity in a mnemonic, as a digit or a letter of `severityByLetter`; -1 for none. */
export function mnemonicSeverity(mnemonic: string): number {
  const [, code = ''] = /-([0-7MACEWNIDF])-/.exec(mnemonic) ?? []
  if (code === '') return -1
  return severityByLetter.get(code.charCodeAt(0)) ?? Number(code)
}

/** Reads a mnemonic at the start of the text, after spaces. Returns its start, or -1. */
export function readMnemonic(bytes: Buffer, start: number, end: number, event: ParsedEvent): number {
  // Called up to twice per line; most calls end here.
  const first = byteAt(bytes, start)
  if (first !== PERCENT && first !== SPACE) return -1
  const at = skipSpaces(bytes, start, end)
  const mnemonicEnd = at < end ? findMnemonicEnd(bytes, at, end) : -1
  if (mnemonicEnd === -1) return -1
  setMnemonic(bytes, at, mnemonicEnd, event)
  return at
}

/** Facilities of Junos, which writes `%FACILITY-SEVERITY-TAG` after the name of its daemon. */
const junosFacilities: ReadonlySet<string> = new Set(
  'AUTH AUTHORIZATION CHANGE CONFLICT DAEMON DFC EXTERNAL FIREWALL FTP INTERACT KERN NTP PFE USER'.split(' '),
)

/**
 * Sets the event's mnemonic, and Cisco as its program. A program that was read from a tag before it is the
 * process on IOS XR (extra.PROCESS), and remains the program on Junos.
 */
export function setMnemonic(bytes: Buffer, start: number, end: number, event: ParsedEvent): void {
  event.mnemonic = names.intern(bytes, start + 1, end)
  if (event.program !== '' && junosFacilities.has(event.mnemonic.slice(0, event.mnemonic.indexOf('-'))))
    return
  if (event.program !== '') event.extra.PROCESS = event.program
  event.program = 'Cisco'
}
