import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import type { Pace } from './pace.ts'
import type { Lane, Load } from './supply.ts'
import type { Tally } from './tally.ts'
import type { Target } from './target.ts'

/** Datagrams that are handed to the kernel at once. */
const eventsAtOnce = 500
/** Largest payload over IPv4. */
const longest = 65_507

/** Sends a datagram an event until nothing is due or left. Datagrams over 65,507 bytes are refused, by ourselves. */
export async function sendOverUdp(
  lane: Lane,
  pace: Pace,
  tally: Tally,
  target: Extract<Target, { kind: 'udp' }>,
): Promise<void> {
  const { address, family } = await lookup(target.host)
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.connect(target.port, address, () => resolve())
    })
    // Nobody listens there, says ICMP: UDP goes on all the same, and so do devices.
    socket.on('error', () => {})
    for (let due = await pace.due(eventsAtOnce); due > 0; due = await pace.due(eventsAtOnce)) {
      const load = await lane.next(due)
      pace.giveBack(due - (load?.events ?? 0))
      if (load === undefined) break
      await datagrams(socket, load, tally)
    }
  } finally {
    socket.close()
  }
}

/** Resolves when the kernel has taken all of them. */
function datagrams(socket: Socket, { bytes, events, starts, ends }: Load, tally: Tally): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = events
    const done = (error: Error | null) => {
      if (error && !('code' in error && error.code === 'ECONNREFUSED')) reject(error)
      else if (--left === 0) resolve()
    }
    for (let i = 0; i < events; i++) {
      const start = starts[i] ?? 0
      const length = (ends[i] ?? start) - start
      if (length > longest) {
        tally.refuse(1, `a datagram of ${length} bytes is too long`)
        done(null)
        continue
      }
      tally.sent++
      tally.bytes += length
      socket.send(bytes, start, length, done)
    }
  })
}
