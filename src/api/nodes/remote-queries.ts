import { WebSocket } from 'ws'
import type { StateListener, StateText } from '../../query/query-service.ts'
import { Fault, type FaultCode, faults } from '../../schema/fault.ts'
import type { ServerFrame } from '../../schema/query/live.ts'
import type { Credential } from '../auth/access.ts'
import { sessionCookieHeader } from '../auth/credentials.ts'
import { lostQueryFault, type NodeLinks } from './node-links.ts'

/** The path of our own websockets. */
export const livePath = '/ws/live-updates'
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
  /** By the URL of the node. */
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
   * Watches a query that `open` has subscribed to, as QueryService.watch does. Returns the function that
   * stops watching, also at the other node.
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

/** The other node pings every 25 seconds; after this time of silence it counts as gone. */
const silenceMs = 60_000
/** Maximum time from subscribing to the query's first state, including the connection. */
const answerTimeoutMs = 10_000

/** An update of a query, whose text is forwarded unchanged: see UpdateEncoder and representationText. */
const updateStart = '["widget-update",{"widget_id":null,"dashboard_id":null,"data":{"query_id":"'
/** The text of the state is between this index and the last `textEnd` characters. */
const textStart = updateStart.length - '{"query_id":"'.length
const textEnd = '}]'.length

interface RemoteQuery {
  /** Resolves at the first state, with which `watch` starts. Rejects if the other node refuses or is lost. */
  readonly firstState: PromiseWithResolvers<void>
  state: StateText | undefined
  readonly watchers: Set<{ update: StateListener; ended: () => void }>
}

/** A connection to /ws/live-updates of another node, for one client. */
export class RemoteSocket {
  readonly #socket: WebSocket
  readonly #onEnd: () => void
  readonly #queries = new Map<string, RemoteQuery>()
  /**
   * Queries whose unsubscription the other node has not confirmed: its list still has them. Their updates
   * belong to the old subscription. A new subscription waits for the promise.
   */
  readonly #unsubscribing = new Map<string, PromiseWithResolvers<void>>()
  readonly #opened = Promise.withResolvers<void>()
  #hasEnded = false
  #silence: NodeJS.Timeout | undefined

  /** Calls `onEnd` once, when the connection takes no more queries. */
  constructor(socket: WebSocket, onEnd: () => void) {
    this.#socket = socket
    this.#onEnd = onEnd
    // `subscribe` reports the error; this prevents an unhandled rejection.
    this.#opened.promise.catch(() => {})
    socket.once('open', () => this.#opened.resolve())
    socket.on('message', data => this.#read(String(data)))
    socket.on('ping', () => this.#restartSilenceTimer())
    // The event `close` follows.
    socket.on('error', error => this.#opened.reject(lostQueryFault(error)))
    socket.once('close', () => this.#end())
    this.#restartSilenceTimer()
  }

  /** Whether a query has had its first state. */
  has(queryId: string): boolean {
    return this.#queries.get(queryId)?.state !== undefined
  }

  /** Resolves at the first state. Throws the other node's error. */
  async subscribe(queryId: string): Promise<void> {
    const query = this.#queries.get(queryId) ?? this.#begin(queryId)
    const timer = setTimeout(() => query.firstState.reject(lostQueryFault()), answerTimeoutMs)
    try {
      await query.firstState.promise
    } catch (error) {
      if (this.#queries.get(queryId) === query) this.#forget(queryId)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /** Watches a query for which `has` is true. */
  watch(queryId: string, update: StateListener, ended: () => void): () => void {
    const query = this.#queries.get(queryId)
    if (query?.state === undefined) throw lostQueryFault()
    const watcher = { update, ended }
    query.watchers.add(watcher)
    update(query.state)
    return () => {
      query.watchers.delete(watcher)
      if (query.watchers.size === 0 && this.#queries.get(queryId) === query) this.#forget(queryId)
    }
  }

  close(): void {
    this.#end()
    this.#socket.terminate()
  }

  #begin(queryId: string): RemoteQuery {
    const query: RemoteQuery = {
      firstState: Promise.withResolvers<void>(),
      state: undefined,
      watchers: new Set(),
    }
    query.firstState.promise.catch(() => {})
    this.#queries.set(queryId, query)
    const send = () => {
      if (this.#queries.get(queryId) === query) this.#send(['subscribe', 'query', queryId])
    }
    const unsubscribed = this.#unsubscribing.get(queryId)?.promise
    Promise.all([this.#opened.promise, unsubscribed]).then(send, query.firstState.reject)
    return query
  }

  #read(text: string): void {
    this.#restartSilenceTimer()
    if (text.startsWith(updateStart)) {
      const id = text.slice(updateStart.length, text.indexOf('"', updateStart.length))
      this.#update(id, { text: text.slice(textStart, -textEnd) })
      return
    }
    // Only nodes of this installation have our signature, and their frames match `schema`.
    const frame = JSON.parse(text) as ServerFrame
    if (frame[0] === 'subscription-update') this.#applySubscriptions(new Set(frame[1].query))
    else if (frame[0] === 'error') this.#refuse(frame[1])
  }

  #update(queryId: string, state: StateText): void {
    const query = this.#queries.get(queryId)
    if (query === undefined || this.#unsubscribing.has(queryId)) return
    query.state = state
    query.firstState.resolve()
    for (const { update } of [...query.watchers]) update(state)
  }

  /**
   * Applies the other node's list of subscriptions. Queries that have a state but are not listed have ended.
   * Queries without a state wait for their confirmation.
   */
  #applySubscriptions(listed: ReadonlySet<string>): void {
    for (const [id, confirmed] of [...this.#unsubscribing]) {
      if (listed.has(id)) continue
      this.#unsubscribing.delete(id)
      confirmed.resolve()
    }
    for (const [id, query] of [...this.#queries]) {
      if (query.state === undefined || listed.has(id)) continue
      this.#queries.delete(id)
      for (const { ended } of query.watchers) ended()
    }
  }

  #refuse({ code, detail, command }: { code: string; detail: string; command: unknown }): void {
    const [, , id] = Array.isArray(command) ? command : []
    // An error of the old subscription; a new one waits.
    if (this.#unsubscribing.has(String(id))) return
    const faultCode = code in faults ? (code as FaultCode) : 'internal'
    this.#queries.get(String(id))?.firstState.reject(new Fault(faultCode, { detail }))
  }

  #forget(queryId: string): void {
    if (!this.#queries.delete(queryId)) return
    if (this.#queries.size === 0) this.close()
    else if (this.#socket.readyState === this.#socket.OPEN) {
      if (!this.#unsubscribing.has(queryId)) this.#unsubscribing.set(queryId, Promise.withResolvers())
      this.#send(['unsubscribe', 'query', queryId])
    }
  }

  #send(frame: unknown): void {
    this.#socket.send(JSON.stringify(frame))
  }

  #restartSilenceTimer(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#socket.terminate(), silenceMs).unref()
  }

  #end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    clearTimeout(this.#silence)
    this.#opened.reject(lostQueryFault())
    this.#onEnd()
    const queries = [...this.#queries.values()]
    this.#queries.clear()
    for (const { firstState, watchers } of queries) {
      firstState.reject(lostQueryFault())
      for (const { ended } of watchers) ended()
    }
  }
}
