import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { CheckedAddress } from '../../outgoing/outgoing-guard.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'
import { type Delivery, DeliveryError, reasonOf, type Taken } from './delivery.ts'

/**
 * Opens a socket for datagrams, which confirm nothing: what is lost is not noticed. `write`: the datagrams of
 * an event; undefined if it does not fit, which counts as refused. `addresses`: of the host.
 */
export async function openDatagrams(
  { host, port }: { host: string; port: number },
  write: (event: OutgoingEvent) => readonly Buffer[] | undefined,
  addresses: readonly CheckedAddress[],
): Promise<Delivery> {
  const [first] = addresses
  const place = `${host}:${port}`
  if (first === undefined) throw new DeliveryError(`${host} has no address.`)
  const socket = createSocket(first.family === 6 ? 'udp6' : 'udp4')
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => {})
  let failed: DeliveryError | undefined
  socket.on('error', error => {
    failed = new DeliveryError(`${place}: ${reasonOf(error)}.`)
    failure.reject(failed)
  })
  socket.connect(port, first.address)
  await once(socket, 'connect')
  const send = async (datagram: Buffer) => {
    if (failed !== undefined) throw failed
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    socket.send(datagram, error => (error === null ? resolve() : reject(error)))
    // After an ICMP message that no process listens there, the next datagram is refused.
    await promise.catch(error => {
      throw new DeliveryError(`${place}: ${reasonOf(error)}.`, { cause: error })
    })
  }
  return {
    failed: failure.promise,
    async send(events, signal): Promise<Taken> {
      let refused = 0
      for (const event of events) {
        signal.throwIfAborted()
        const datagrams = write(event)
        if (datagrams === undefined) refused++
        else for (const datagram of datagrams) await send(datagram)
      }
      return { refused, confirmed: Promise.resolve() }
    },
    async close() {
      socket.close()
    },
  }
}
