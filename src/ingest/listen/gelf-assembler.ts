import { GelfChunks, isGelfChunk } from './gelf-chunks.ts'
import type { Assembler, Refuse } from './listener-kind.ts'

const bounds = { maxBytes: 64 * 1024 * 1024, maxSenderBytes: 16 * 1024 * 1024 }
const expiryIntervalMs = 1_000

/** Joins the chunks of GELF messages, and refuses messages whose chunks do not all arrive in time. */
export function gelfAssembler(refuse: Refuse): Assembler {
  const chunks = new GelfChunks(bounds, refuse)
  const timer = setInterval(() => chunks.expire(performance.now()), expiryIntervalMs)
  timer.unref()
  return {
    take: (datagram, sender, now) => (isGelfChunk(datagram) ? chunks.take(datagram, sender, now) : datagram),
    end() {
      clearInterval(timer)
      chunks.end()
    },
  }
}
