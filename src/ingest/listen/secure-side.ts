import type { Socket } from 'node:net'
import { createServer, type Server, type TLSSocket } from 'node:tls'
import type { Certificates } from './certificates.ts'
import type { TlsSettings } from './settings.ts'

/** A handshake that takes longer is none. */
const handshakeMillis = 10_000

export interface SecureParts {
  certificates: Certificates
  settings: TlsSettings
}

/** Makes TLS connections of plain ones, whoever has accepted them and whatever was read of them before. */
export class SecureSide {
  readonly #server: Server
  readonly #certificates: Certificates
  /** Connections in their handshake, by their ends. */
  readonly #waiting = new Map<string, (socket: Socket) => void>()

  /** `failed` is called for each connection that does not come to be; its socket is destroyed. */
  constructor({ certificates, settings }: SecureParts, failed: () => void) {
    this.#certificates = certificates
    const { clientCertificates } = settings
    this.#server = createServer({
      ...certificates.context,
      requestCert: clientCertificates !== 'none',
      rejectUnauthorized: clientCertificates === 'required',
      handshakeTimeout: handshakeMillis,
    })
    this.#server.on('tlsClientError', (_error, socket) => {
      failed()
      socket.destroy()
    })
    this.#server.on('secureConnection', socket => {
      const ready = this.#waiting.get(endsOf(socket))
      this.#waiting.delete(endsOf(socket))
      if (ready === undefined || (!socket.authorized && showsCertificate(socket))) {
        failed()
        socket.destroy()
      } else ready(socket)
    })
  }

  /** Makes a TLS connection of a paused one; `ready` is called when its handshake is done. */
  take(socket: Socket, ready: (socket: Socket) => void): void {
    const ends = endsOf(socket)
    this.#waiting.set(ends, ready)
    socket.on('close', () => {
      if (this.#waiting.get(ends) === ready) this.#waiting.delete(ends)
    })
    this.#server.emit('connection', socket)
  }

  async refresh(): Promise<void> {
    if (await this.#certificates.refresh()) this.#server.setSecureContext(this.#certificates.context)
  }
}

/** What tells a connection from all others that are open. */
function endsOf(socket: Socket): string {
  return `${socket.localAddress} ${socket.localPort} ${socket.remoteAddress} ${socket.remotePort}`
}

/** Whether the client has shown a certificate, good or bad. */
function showsCertificate(socket: TLSSocket): boolean {
  return Object.keys(socket.getPeerCertificate()).length > 0
}
