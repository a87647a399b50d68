import type { ParsedEvent } from '../../schema/event.ts'
import { GelfChunks, isGelfChunk } from '../receivers/gelf-chunks.ts'
import { GelfDecoder } from '../receivers/gelf-decoder.ts'
import type { ParseContext } from '../syslog/context.ts'
import type { Assembler, Refuse } from './kinds.ts'

const bounds = { maxBytes: 64 * 1024 * 1024, maxSenderBytes: 16 * 1024 * 1024 }
/** Milliseconds between two looks for what waits too long. */
const expiryIntervalMs = 1_000

const decoder = new GelfDecoder()

/** A GELF message. What is none, or was cut and so cannot be read, is refused. */
export function decodeGelf(
  bytes: Buffer,
  start: number,
  end: number,
  context: ParseContext,
  length: number,
): ParsedEvent | undefined {
  if (length > end - start) return undefined
  return decoder.decode(bytes.subarray(start, end), context.sender, context.receivedAt)
}

/** Puts GELF messages together that come in chunks, and refuses those of which some do not come in time. */
export function gelfAssembler(refuse: Refuse): Assembler {
  const chunks = new GelfChunks(bounds)
  const told = { lost: 0, bad: 0 }
  const tell = (): void => {
    if (chunks.lost > told.lost) refuse('incomplete', chunks.lost - told.lost)
    if (chunks.bad > told.bad) refuse('invalid', chunks.bad - told.bad)
    told.lost = chunks.lost
    told.bad = chunks.bad
  }
  const timer = setInterval(() => {
    chunks.expire(performance.now())
    tell()
  }, expiryIntervalMs)
  timer.unref()
  return {
    take(datagram, sender, now) {
      if (!isGelfChunk(datagram)) return datagram
      const message = chunks.take(datagram, sender, now)
      tell()
      return message
    },
    end() {
      clearInterval(timer)
      chunks.end()
      tell()
    },
  }
}
