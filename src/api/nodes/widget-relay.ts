import { createHash } from 'node:crypto'
import type { WidgetQuery } from '../../metadata/dashboards/widget-queries.ts'
import type { PeerNode } from '../../metadata/nodes/directory.ts'
import { kinds } from '../../query/kinds/table.ts'
import type { QueryService, Reader, StateListener } from '../../query/query-service.ts'
import type { NodeLinks } from './node-links.ts'
import type { RelayedWidget } from './relay-frames.ts'
import { RelaySocket } from './relay-socket.ts'
import { type Evaluator, SharedWatch } from './shared-watch.ts'

/** Interval at which watches move, after nodes came or went. */
const moveIntervalMs = 10_000
/** A node that was lost, or that refused a widget, is not chosen again for this time. */
const avoidMs = 30_000

type WidgetSource = Pick<QueryService, 'watchWidget'>

/**
 * Lets one node evaluate each widget for the readers of all nodes. A hash of the query and of the hosts that
 * the readers see chooses it among the nodes that run (rendezvous hashing). When it is lost, the next one
 * continues. Nodes may disagree for a moment about which nodes run; then two of them evaluate a widget.
 */
export class WidgetRelay implements WidgetSource {
  readonly #local: WidgetSource
  readonly #links: NodeLinks
  readonly #monotonic: () => number
  /** By the id of the node. */
  readonly #sockets = new Map<number, RelaySocket>()
  readonly #watches = new Map<string, SharedWatch>()
  /** When nodes may be chosen again, by their id, or by their id and the key of a watch. Monotonic. */
  readonly #avoidedUntil = new Map<string, number>()
  readonly #mover: NodeJS.Timeout

  /** `local`: evaluates on this node. `monotonic`: milliseconds, for tests. */
  constructor(local: WidgetSource, links: NodeLinks, monotonic = () => performance.now()) {
    this.#local = local
    this.#links = links
    this.#monotonic = monotonic
    this.#mover = setInterval(() => this.move(), moveIntervalMs).unref()
  }

  /** See QueryService. The first state of a widget that another node evaluates comes a little later. */
  watchWidget(reader: Reader, widget: WidgetQuery, update: StateListener, ended: () => void): () => void {
    // A frozen range begins when this node asks, and other types have a reader or a node as their subject.
    if (!Object.hasOwn(kinds, widget.type) || widget.params.freeze_time === true)
      return this.#local.watchWidget(reader, widget, update, ended)
    const hosts = [...new Set(reader.hosts)].sort()
    const key = JSON.stringify([widget.queryId, hosts])
    let watch = this.#watches.get(key)
    if (watch === undefined) {
      watch = this.#newWatch(key, reader, { widget, hosts, userId: reader.userId })
      watch.move()
      this.#watches.set(key, watch)
    }
    return watch.add(update, ended)
  }

  /** Moves the watches to the nodes that should evaluate them now. */
  move(): void {
    const now = this.#monotonic()
    for (const [id, until] of [...this.#avoidedUntil]) if (until <= now) this.#avoidedUntil.delete(id)
    for (const watch of [...this.#watches.values()]) watch.tryMove()
  }

  close(): void {
    clearInterval(this.#mover)
    for (const socket of [...this.#sockets.values()]) socket.close()
  }

  #newWatch(key: string, reader: Reader, watched: RelayedWidget): SharedWatch {
    const here: Evaluator = {
      nodeId: this.#links.self.id,
      watch: ({ onState, onEnded }) => this.#local.watchWidget(reader, watched.widget, onState, onEnded),
    }
    return new SharedWatch({
      choose: () => {
        const node = this.#nodeFor(key)
        if (node === undefined) return here
        return { nodeId: node.id, watch: listener => this.#socketTo(node).watch(watched, listener) }
      },
      avoid: nodeId => this.#avoid(`${nodeId} ${key}`),
      onEnd: () => void this.#watches.delete(key),
    })
  }

  /** The other node that should evaluate a widget; undefined: this one. */
  #nodeFor(key: string): PeerNode | undefined {
    let chosen: PeerNode | undefined
    let highest = weightOf(key, this.#links.self.id)
    for (const node of this.#links.peers) {
      if (this.#avoidedUntil.has(String(node.id)) || this.#avoidedUntil.has(`${node.id} ${key}`)) continue
      const weight = weightOf(key, node.id)
      if (weight <= highest) continue
      highest = weight
      chosen = node
    }
    return chosen
  }

  #socketTo(node: PeerNode): RelaySocket {
    const open = this.#sockets.get(node.id)
    if (open !== undefined) return open
    const socket = new RelaySocket(node, this.#links, isLost => {
      if (this.#sockets.get(node.id) === socket) this.#sockets.delete(node.id)
      if (!isLost) return
      this.#avoid(String(node.id))
      for (const watch of [...this.#watches.values()]) watch.loseNode(node.id)
    })
    this.#sockets.set(node.id, socket)
    return socket
  }

  #avoid(id: string): void {
    this.#avoidedUntil.set(id, this.#monotonic() + avoidMs)
  }
}

/** Of all nodes, the one with the highest weight for a key evaluates it (rendezvous hashing). */
export function weightOf(key: string, nodeId: number): string {
  return createHash('sha1').update(`${nodeId} ${key}`).digest('hex')
}
