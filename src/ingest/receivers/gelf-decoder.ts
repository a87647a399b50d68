import { gunzipSync, inflateSync } from 'node:zlib'
import type { ParsedEvent } from '../../schema/event.ts'
import { EventBuilder, type Origin } from './event-builder.ts'
import { readGelf } from './gelf-message.ts'
import { tryParseJson } from './parse-json.ts'

/** Bytes of a message once it is unpacked: a datagram of zeros would become a thousand times its size. */
export const maxGelfBytes = 1024 * 1024

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
    const text = messageText(message)
    if (text === undefined) return undefined
    this.#origin.sender = sender
    this.#origin.receivedAt = receivedAt
    return readGelf(tryParseJson(text), this.#builder) === undefined ? this.#builder.end() : undefined
  }
}

function messageText(message: Buffer): string | undefined {
  try {
    return unpack(message)?.toString('utf8')
  } catch {
    // Not what its first bytes say, cut short, or too large.
    return undefined
  }
}

function unpack(message: Buffer): Buffer | undefined {
  const bounds = { maxOutputLength: maxGelfBytes }
  const [first = 0, second = 0] = message
  if (first === 0x1f && second === 0x8b) return gunzipSync(message, bounds)
  // RFC 1950 section 2.2: method 8, and a multiple of 31. No JSON begins like this.
  if ((first & 0x0f) === 8 && (first * 256 + second) % 31 === 0) return inflateSync(message, bounds)
  return message.length > maxGelfBytes ? undefined : message
}
