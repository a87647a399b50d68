import { escapeText } from '../../schema/text/escape-text.ts'
import { truncateText } from '../../schema/text/truncate-text.ts'

/** Root of docs/MILLRACE-MIB.txt, below netSnmpPlaypen. */
export const mibRoot = '1.3.6.1.4.1.8072.9999.9999.5514'

/** Traps are datagrams and should fit into one packet. */
export const maxMessageBytes = 700
export const maxNameBytes = 255

/** A text as UTF-8, truncated to bytes, since the MIB limits bytes and a character has up to 4. */
export function trapText(value: string, maxBytes: number): Buffer {
  const bytes = Buffer.from(escapeText(truncateText(value, maxBytes)))
  if (bytes.length <= maxBytes) return bytes
  let end = maxBytes
  // Never cuts within a character.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.subarray(0, end)
}
