import type { Socket } from 'node:net'
import { createServer, type Server, type TLSSocket } from 'node:tls'
import type { Certificates } from './certificates.ts'

/** A handshake that takes longer fails. */
const handshakeTimeoutMs = 10_000

/** Turns accepted plain connections into TLS connections, after their PROXY header was read. */
export class TlsTerminator {
  readonly #server: Server
  readonly #certificates: Certificates
  /** The `ready` callbacks of connections that are in their handshake, by connectionKey. */
  readonly #waiting = new Map<string, (socket: Socket) => void>()

  /** `onFailure`: called for each failed handshake; its socket is destroyed. */
  constructor(certificates: Certificates, onFailure: () => void) {
    this.#certificates = certificates
    const { clientCertificates } = certificates.settings
    this.#server = createServer({
      ...certificates.context,
      requestCert: clientCertificates !== 'none',
      rejectUnauthorized: clientCertificates === 'required',
      handshakeTimeout: handshakeTimeoutMs,
    })
    this.#server.on('tlsClientError', (_error, socket) => {
      onFailure()
      socket.destroy()
    })
    this.#server.on('secureConnection', socket => {
      const ready = this.#waiting.get(connectionKey(socket))
      this.#waiting.delete(connectionKey(socket))
      // A certificate that is optional must be valid too.
      if (ready === undefined || (!socket.authorized && hasClientCertificate(socket))) {
        onFailure()
        socket.destroy()
      } else ready(socket)
    })
  }

  /** Starts the handshake of a paused connection. Calls `ready` after it. */
  accept(socket: Socket, ready: (socket: Socket) => void): void {
    const key = connectionKey(socket)
    this.#waiting.set(key, ready)
    socket.on('close', () => {
      if (this.#waiting.get(key) === ready) this.#waiting.delete(key)
    })
    this.#server.emit('connection', socket)
  }

  async reloadCertificates(): Promise<void> {
    if (await this.#certificates.refresh()) this.#server.setSecureContext(this.#certificates.context)
  }
}

/** Identifies a connection among all open ones. Its plain socket and its TLS socket have the same key. */
function connectionKey(socket: Socket): string {
  return `${socket.localAddress} ${socket.localPort} ${socket.remoteAddress} ${socket.remotePort}`
}

/** Whether the client has presented a certificate, valid or not. */
function hasClientCertificate(socket: TLSSocket): boolean {
  return Object.keys(socket.getPeerCertificate()).length > 0
}
