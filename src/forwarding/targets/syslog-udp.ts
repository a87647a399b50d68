import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { CheckedAddress } from '../../outgoing/outgoing-guard.ts'
import type { SyslogTarget } from '../../schema/forwarding/targets/syslog.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'
import { type Delivery, DeliveryError, type Taken } from './delivery.ts'
import { lineOf, reasonOf } from './syslog-stream.ts'

/** Most that fits into a datagram over IPv4: longer lines are cut. */
const maxDatagramBytes = 65_507
const sent: Taken = { refused: 0, confirmed: Promise.resolve() }

/** Opens a socket for syslog over UDP (RFC 5426), which confirms nothing: what is lost is not noticed. */
export async function openSyslogUdp(
  target: SyslogTarget,
  { addresses, instance }: { addresses: readonly CheckedAddress[]; instance: string },
): Promise<Delivery> {
  const [first] = addresses
  const place = `${target.host}:${target.port}`
  if (first === undefined) throw new DeliveryError(`${target.host} has no address.`)
  const socket = createSocket(first.family === 6 ? 'udp6' : 'udp4')
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => {})
  socket.on('error', error => failure.reject(new DeliveryError(`${place}: ${reasonOf(error)}.`)))
  socket.connect(target.port, first.address)
  await once(socket, 'connect')
  return {
    failed: failure.promise,
    async send(events: readonly OutgoingEvent[], signal) {
      for (const event of events) {
        signal.throwIfAborted()
        const line = Buffer.from(lineOf(target, event, instance))
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        socket.send(line.subarray(0, maxDatagramBytes), error => (error === null ? resolve() : reject(error)))
        // After an ICMP message that no process listens there, the next datagram is refused.
        await promise.catch(error => {
          throw new DeliveryError(`${place}: ${reasonOf(error)}.`, { cause: error })
        })
      }
      return sent
    },
    async close() {
      socket.close()
    },
  }
}
