import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { GelfTarget } from '../../schema/forwarding/targets/gelf.ts'
import { gelfMessage } from '../formats/gelf-message.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'

/** The first bytes of a chunk: magic bytes, 8 bytes of an id, number and count. */
const magic = Buffer.from([0x1e, 0x0f])
const headerBytes = 12
const maxChunks = 128
/** Bytes of a datagram that fits into an Ethernet frame, and of the largest that receivers take. */
const usualBytes = 1_420
const maxBytes = 8_192

/** Writes events as frames of a stream: each ends with a null byte. */
export function gelfFrames(instance: string): (event: OutgoingEvent) => string {
  return event => `${gelfMessage(event, instance)}\0`
}

/** Writes events as datagrams, in chunks if necessary; undefined: 128 chunks do not hold the message. */
export function gelfDatagrams(
  { compress = false }: GelfTarget,
  instance: string,
): (event: OutgoingEvent) => Buffer[] | undefined {
  return event => {
    const text = gelfMessage(event, instance)
    return chunksOf(compress ? gzipSync(text) : Buffer.from(text))
  }
}

function chunksOf(message: Buffer): Buffer[] | undefined {
  if (message.length <= usualBytes) return [message]
  const isLarge = message.length > maxChunks * (usualBytes - headerBytes)
  const size = (isLarge ? maxBytes : usualBytes) - headerBytes
  const count = Math.ceil(message.length / size)
  if (count > maxChunks) return undefined
  const id = randomBytes(8)
  return Array.from({ length: count }, (_, number) =>
    Buffer.concat([
      magic,
      id,
      Buffer.from([number, count]),
      message.subarray(number * size, (number + 1) * size),
    ]),
  )
}
