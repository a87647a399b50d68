import { createSocket, type SocketType } from 'node:dgram'
import { createSession, createV3Session, type Session, type Varbind, Version2c } from 'net-snmp'
import { until } from '../../async/until.ts'
import type { SnmpTarget } from '../../schema/triggers/trigger-parts.ts'
import type { CheckedAddress } from '../outgoing-guard.ts'
import type { SnmpEngine } from './snmp-engine.ts'
import { snmpUser } from './snmp-user.ts'

export const defaultTrapPort = 162

/** A socket for traps. Send one at a time. */
export class TrapSession {
  readonly #session: Session
  readonly #failure = Promise.withResolvers<never>()
  /** Rejects when the socket fails. */
  readonly failed = this.#failure.promise
  /** Why the socket failed; undefined while it works. */
  #error: Error | undefined
  /** Ends the call of `send` that waits. */
  #rejectSend: ((error: Error) => void) | undefined
  /** Resolves when the socket is connected; rejects when it fails before. */
  readonly #connected: Promise<void>

  /** Throws a SnmpTargetError. */
  constructor(target: SnmpTarget, address: CheckedAddress, engine: SnmpEngine) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#connected = Promise.race([promise, this.failed])
    this.#connected.catch(() => {})
    this.#session = openSession(target, address, {
      engine,
      dgramModule: connectedSockets(target.port ?? defaultTrapPort, address.address, resolve),
    })
    this.failed.catch(() => {})
    this.#session.on('error', error => {
      this.#error = error
      this.#failure.reject(error)
      this.#rejectSend?.(error)
    })
  }

  /** Sends nothing if the signal has fired. A later abort ends only the wait. */
  async send({ oid, objects }: { oid: string; objects: Varbind[] }, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    await until(this.#connected, { signal })
    if (this.#error !== undefined) throw this.#error
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#rejectSend = reject
    this.#session.trap(oid, objects, error => (error ? reject(error) : resolve()))
    await until(promise, { signal })
  }

  close(): void {
    this.#session.close()
  }
}

/**
 * Sockets for the library that are connected: after an ICMP message that no process listens there, the next
 * datagram is refused.
 */
function connectedSockets(port: number, address: string, onConnect: () => void) {
  return {
    createSocket(type: SocketType) {
      const socket = createSocket(type)
      socket.once('connect', onConnect).connect(port, address)
      const send = socket.send.bind(socket)
      // The library gives the address with each datagram, which a connected socket does not allow.
      return Object.assign(socket, {
        send: (bytes: Buffer, offset: number, length: number, ...[, , callback]: LibraryPlace) =>
          send(bytes, offset, length, callback),
      })
    },
  }
}

type LibraryPlace = [port: number, address: string, callback: (error: Error | null) => void]

function openSession(
  target: SnmpTarget,
  { address, family }: CheckedAddress,
  { engine, dgramModule }: { engine: SnmpEngine; dgramModule: ReturnType<typeof connectedSockets> },
): Session {
  const trapPort = target.port ?? defaultTrapPort
  const transport = family === 6 ? ('udp6' as const) : ('udp4' as const)
  if (target.version === 'v2c') {
    return createSession(address, target.community ?? 'public', {
      version: Version2c,
      trapPort,
      transport,
      dgramModule,
    })
  }
  const session = createV3Session(address, snmpUser(target), {
    trapPort,
    transport,
    dgramModule,
    engineID: engine.id,
  })
  const send = session.send.bind(session)
  // The library sends traps with boots and time 0, which receivers refuse after the first 150 seconds (RFC
  // 3414 3.2, 7b).
  session.send = (request, noWait) => {
    const { msgSecurityParameters } = request.message
    if (msgSecurityParameters !== undefined) {
      msgSecurityParameters.msgAuthoritativeEngineBoots = engine.boots
      msgSecurityParameters.msgAuthoritativeEngineTime = engine.time()
    }
    return send(request, noWait)
  }
  return session
}
