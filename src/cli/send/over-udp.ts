import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { hasErrorCode } from '../../schema/error-code.ts'
import { limitedBatches, type RateLimiter } from './rate-limiter.ts'
import type { SendCounters } from './send-counters.ts'
import type { ConnectionSupply, EventBatch } from './supply.ts'
import type { Target } from './target.ts'

/** Datagrams sent at once. */
const datagramsPerBatch = 500
/** Maximum payload over IPv4. */
const maxPayloadBytes = 65_507

/**
 * Sends one datagram per event until the limits are reached or no events are left. Skips events that are too
 * long for a datagram, and counts them as refused.
 */
export async function sendOverUdp(
  source: ConnectionSupply,
  limiter: RateLimiter,
  counters: SendCounters,
  target: Extract<Target, { kind: 'udp' }>,
): Promise<void> {
  const { address, family } = await lookup(target.host)
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.connect(target.port, address, () => resolve())
    })
    // As devices do, continues when ICMP reports that no process listens on the port.
    socket.on('error', () => {})
    for await (const batch of limitedBatches(source, limiter, datagramsPerBatch)) {
      await sendDatagrams(socket, batch, counters)
    }
  } finally {
    socket.close()
  }
}

/** Resolves when the kernel has all datagrams. */
function sendDatagrams(
  socket: Socket,
  { bytes, events, starts, ends }: EventBatch,
  counters: SendCounters,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = events
    const done = (error: Error | null) => {
      // An ICMP report about an earlier datagram can fail this send, which still counts as sent.
      if (error && !hasErrorCode(error, 'ECONNREFUSED')) reject(error)
      else if (--left === 0) resolve()
    }
    for (let i = 0; i < events; i++) {
      const start = starts[i] ?? 0
      const length = (ends[i] ?? start) - start
      if (length > maxPayloadBytes) {
        counters.refuse(1, `a datagram of ${length} bytes is too long`)
        done(null)
        continue
      }
      counters.sent++
      counters.bytes += length
      socket.send(bytes, start, length, done)
    }
  })
}
