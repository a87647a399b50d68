import { gunzipSync, inflateSync } from 'node:zlib'
import type { ParsedEvent } from '../../schema/event/event.ts'
import { hasGzipHeader, hasZlibHeader } from '../body/decode-body.ts'
import { tryParseJson } from '../body/parse-json.ts'
import { EventBuilder } from '../receivers/event-builder.ts'
import { readGelf } from '../receivers/gelf.ts'
import type { ParseContext } from '../syslog/parts/context.ts'
import { decode } from '../syslog/parts/text.ts'

/** Maximum size of an inflated message: compressed zeros grow a thousandfold. */
export const maxGelfBytes = 1024 * 1024

const builder = new EventBuilder()

/**
 * Decodes a GELF message: JSON, plain or in gzip or zlib. Refuses anything else, and messages that were cut
 * (shorter than `originalLength`).
 */
export function decodeGelf(
  bytes: Buffer,
  start: number,
  end: number,
  { sender, receivedAt }: ParseContext,
  originalLength: number,
): ParsedEvent | undefined {
  const json = originalLength > end - start ? undefined : inflateGelf(bytes.subarray(start, end))
  if (json === undefined) return undefined
  const text = decode(json, 0, json.length)
  builder.setOrigin(sender, receivedAt)
  const fault = readGelf(tryParseJson(text), builder)
  return fault === undefined ? builder.end() : undefined
}

/** Returns the JSON of a message, inflated if necessary; undefined if it cannot be read. */
export function inflateGelf(message: Buffer): Buffer | undefined {
  try {
    return inflate(message)
  } catch {
    // The content does not match its first bytes, is cut short or is too large.
    return undefined
  }
}

function inflate(message: Buffer): Buffer | undefined {
  const bounds = { maxOutputLength: maxGelfBytes }
  if (hasGzipHeader(message)) return gunzipSync(message, bounds)
  // JSON cannot begin with these bytes.
  if (hasZlibHeader(message)) return inflateSync(message, bounds)
  return message.length > maxGelfBytes ? undefined : message
}
