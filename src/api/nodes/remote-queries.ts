import { WebSocket } from 'ws'
import type { StateListener } from '../../query/query-service.ts'
import type { Credential } from '../auth/access.ts'
import { sessionCookieHeader } from '../auth/credentials.ts'
import { lostQueryFault, type NodeLinks } from './node-links.ts'
import { RemoteSocket } from './remote-socket.ts'

const livePath = '/ws/live-updates'
const handshakeTimeoutMs = 5_000
/** Large, since frames of other nodes contain results. */
const maxFrameBytes = 256 * 1024 * 1024

/**
 * Queries of other nodes that one client watches. Opens one connection to each of these nodes, with the
 * client's credential.
 */
export class RemoteQueries {
  readonly #links: NodeLinks
  readonly #credential: Credential
  readonly #address: string
  /** By address. */
  readonly #sockets = new Map<string, RemoteSocket>()
  #isClosed = false

  constructor(links: NodeLinks, credential: Credential, address: string) {
    this.#links = links
    this.#credential = credential
    this.#address = address
  }

  isElsewhere(queryId: string): boolean {
    return this.#links.isElsewhere(queryId)
  }

  /**
   * Subscribes to a query at its node, for `watch`. Throws the other node's error, and not_found if it does
   * not answer.
   */
  async open(queryId: string): Promise<void> {
    const { url } = await this.#links.nodeOf(queryId)
    await this.#socketTo(url).subscribe(queryId)
  }

  /**
   * As QueryService.watch, for a query that is open. Returns the function that stops watching, there too.
   */
  watch(queryId: string, update: StateListener, ended: () => void): () => void {
    for (const socket of this.#sockets.values())
      if (socket.has(queryId)) return socket.watch(queryId, update, ended)
    throw lostQueryFault()
  }

  close(): void {
    this.#isClosed = true
    for (const socket of this.#sockets.values()) socket.close()
    this.#sockets.clear()
  }

  #socketTo(url: string): RemoteSocket {
    const known = this.#sockets.get(url)
    if (known !== undefined) return known
    if (this.#isClosed) throw lostQueryFault()
    const address = new URL(livePath, url)
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
    const socket = new RemoteSocket(
      new WebSocket(address, {
        headers: {
          ...authorization(this.#credential),
          ...this.#links.headersFor('GET', livePath, this.#address),
        },
        handshakeTimeout: handshakeTimeoutMs,
        maxPayload: maxFrameBytes,
        perMessageDeflate: false,
      }),
      () => this.#sockets.delete(url),
    )
    this.#sockets.set(url, socket)
    return socket
  }
}

function authorization(credential: Credential): Record<string, string> {
  return credential.kind === 'token'
    ? { authorization: `Token ${credential.secret}` }
    : { cookie: sessionCookieHeader(credential.cookie) }
}
