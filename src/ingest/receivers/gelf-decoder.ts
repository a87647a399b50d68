import { gunzipSync, inflateSync } from 'node:zlib'
import type { ParsedEvent } from '../../schema/event.ts'
import { EventBuilder, type Origin } from './event-builder.ts'
import { readGelf } from './gelf-message.ts'
import { parsed } from './json-object.ts'

/** Bytes of a message once it is unpacked: a datagram of zeros would become a thousand times its size. */
export const longestGelf = 1024 * 1024

/** Reads GELF messages that come alone, over UDP or TCP: as JSON, or packed with gzip or zlib. */
export class GelfDecoder {
  readonly #origin: Origin = { sender: '', receivedAt: 0 }
  readonly #builder = new EventBuilder(this.#origin)

  /** Messages whose text was cut, so far. */
  get truncated(): number {
    return this.#builder.truncated
  }

  /** The event of a whole message; undefined when it is none. Never throws. */
  decode(message: Buffer, sender: string, receivedAt: number): ParsedEvent | undefined {
    const text = unpacked(message)
    if (text === undefined) return undefined
    this.#origin.sender = sender
    this.#origin.receivedAt = receivedAt
    return readGelf(parsed(text), this.#builder) === undefined ? this.#builder.end() : undefined
  }
}

function unpacked(message: Buffer): string | undefined {
  try {
    return plain(message)?.toString('utf8')
  } catch {
    // Not what its first bytes say, cut short, or too large.
    return undefined
  }
}

function plain(message: Buffer): Buffer | undefined {
  const bounds = { maxOutputLength: longestGelf }
  const [first = 0, second = 0] = message
  if (first === 0x1f && second === 0x8b) return gunzipSync(message, bounds)
  // RFC 1950 section 2.2: method 8, and a multiple of 31. No JSON begins like this.
  if ((first & 0x0f) === 8 && (first * 256 + second) % 31 === 0) return inflateSync(message, bounds)
  return message.length > longestGelf ? undefined : message
}
