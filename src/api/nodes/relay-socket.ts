import { WebSocket } from 'ws'
import type { PeerNode } from '../../metadata/nodes/directory.ts'
import type { StateText } from '../../query/query-service.ts'
import type { NodeLinks } from './node-links.ts'
import { parseRelayFrame, type RelayedWidget, relayPath, type WatchFrame } from './relay-frames.ts'

/** The connection is lost after this silence. The other node pings every three seconds. */
const silenceMs = 10_000
const handshakeTimeoutMs = 3_000
/** Large, since states contain results. */
const maxFrameBytes = 256 * 1024 * 1024

/** Gets the states of one widget from the node that evaluates it. */
export interface RelayListener {
  onState(state: StateText): void
  /** The query was removed there. No call follows. */
  onEnded(): void
  /** The node does not evaluate it. No call follows. */
  onRefused(): void
}

/** A connection to another node, which evaluates widgets for the readers of this node. */
export class RelaySocket {
  readonly #socket: WebSocket
  readonly #onEnd: (isLost: boolean) => void
  readonly #listeners = new Map<number, RelayListener>()
  /** Frames that wait for the connection; undefined once it is open. */
  #waiting: WatchFrame[] | undefined = []
  #lastId = 0
  #hasEnded = false
  #silence: NodeJS.Timeout | undefined

  /**
   * Calls `onEnd` once, when the connection takes no more widgets: it was lost, or no widget is left. From
   * then on it calls no listener.
   */
  constructor({ url }: PeerNode, links: NodeLinks, onEnd: (isLost: boolean) => void) {
    const address = new URL(relayPath, url)
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
    this.#socket = new WebSocket(address, {
      // There is no client that this request is for; the address is part of the signature.
      headers: links.headersFor('GET', relayPath, '127.0.0.1'),
      handshakeTimeout: handshakeTimeoutMs,
      maxPayload: maxFrameBytes,
      perMessageDeflate: false,
    })
    this.#onEnd = onEnd
    this.#socket.once('open', () => {
      for (const frame of this.#waiting ?? []) this.#socket.send(JSON.stringify(frame))
      this.#waiting = undefined
    })
    this.#socket.on('message', data => {
      try {
        this.#read(String(data))
      } catch {
        // A node of another version may have other frames.
        this.#end(true)
      }
    })
    this.#socket.on('ping', () => this.#restartSilenceTimer())
    // The event `close` follows.
    this.#socket.on('error', () => {})
    this.#socket.once('close', () => this.#end(true))
    this.#restartSilenceTimer()
  }

  /** Watches a widget. Returns the function that leaves it; the connection closes after the last one. */
  watch(watched: RelayedWidget, listener: RelayListener): () => void {
    const id = ++this.#lastId
    this.#listeners.set(id, listener)
    this.#send(['watch', id, watched])
    return () => {
      if (!this.#listeners.delete(id)) return
      this.#send(['leave', id])
      this.#endIfUnused()
    }
  }

  /** Ends the connection. */
  close(): void {
    this.#end(false)
  }

  #read(text: string): void {
    this.#restartSilenceTimer()
    const frame = parseRelayFrame(text)
    // Undefined: the widget was left meanwhile.
    const listener = this.#listeners.get(frame.id)
    if (frame.kind === 'state') {
      listener?.onState(frame.state)
      return
    }
    this.#listeners.delete(frame.id)
    if (frame.kind === 'ended') listener?.onEnded()
    else listener?.onRefused()
    this.#endIfUnused()
  }

  #endIfUnused(): void {
    if (this.#listeners.size === 0) this.#end(false)
  }

  #send(frame: WatchFrame): void {
    if (this.#waiting === undefined) this.#socket.send(JSON.stringify(frame))
    else this.#waiting.push(frame)
  }

  #restartSilenceTimer(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#end(true), silenceMs).unref()
  }

  #end(isLost: boolean): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    clearTimeout(this.#silence)
    this.#listeners.clear()
    this.#socket.terminate()
    this.#onEnd(isLost)
  }
}
