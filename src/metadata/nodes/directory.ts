import { Repeater } from '../../async/repeater.ts'
import type { Log } from '../../telemetry/log.ts'
import { isRunning, type Node, type Nodes, type SeenNode } from './nodes.ts'

const intervalMs = 2_000
/** A longer time without an answer of the database is a gap: it may not have answered other nodes either. */
const minGapMs = 10_000
/** Minimum time between two searches for an unknown node. */
const minLookIntervalMs = 200

/** Another node that runs. */
export interface PeerNode extends Node {
  /** Without a slash at its end. */
  url: string
}

/** A time in which the database did not answer this node. */
export interface DatabaseGap {
  seconds: number
  /** Time since it ended. */
  endedAgoSeconds: number
}

interface DirectoryDeps {
  nodes: Pick<Nodes, 'markSeen' | 'list'>
  self: Node
  /** Version of this program. */
  version: string
  /** The counters of this node's ingest, as JSON. */
  counters: () => Promise<string>
  /** Milliseconds by which the clock of this machine is ahead of the database; undefined: unknown. */
  clockSkewMs: () => number | undefined
  log: Log
  /** The monotonic clock, milliseconds, for tests. */
  monotonic?: () => number
}

/** Reports to the other nodes every two seconds that this node runs, and knows which of them run. */
export class NodeDirectory {
  readonly self: Node
  readonly #deps: DirectoryDeps
  readonly #beats = new Repeater(
    () => this.#beat(),
    error =>
      this.#deps.log.warn(
        { room: 'metadata', err: error },
        'could not report to the other nodes that this one runs',
      ),
  )
  /** URL at which the other nodes reach this one; undefined: it has not started. */
  #url: string | undefined
  /** All nodes, as last read. */
  #known: readonly SeenNode[] = []
  /** When all nodes were last read, also without success; on the monotonic clock. */
  #lookedAt = Number.NEGATIVE_INFINITY
  /** When the database answered last, on the monotonic clock; undefined: it has not answered yet. */
  #answeredAt: number | undefined
  /** The last time without answers of the database; `endedAt` is on the monotonic clock. */
  #gap: { seconds: number; endedAt: number } | undefined

  constructor(deps: DirectoryDeps) {
    this.self = deps.self
    this.#deps = deps
  }

  /** Reports the URL of this node. The other nodes can read it when this resolves. */
  async start(url: string): Promise<void> {
    this.#url = url
    await this.#beat()
    this.#beats.start(intervalMs)
  }

  /** Milliseconds by which the clock of this machine is ahead of the database; null: unknown. */
  get clockSkewMs(): number | null {
    return this.#deps.clockSkewMs() ?? null
  }

  /**
   * The other nodes as last seen, including nodes that have ended. Their counters are as of the last
   * `refresh`.
   */
  get others(): readonly SeenNode[] {
    return this.#known.filter(({ id }) => id !== this.self.id)
  }

  /**
   * Whether this node has the lowest id of all that run: it does what one node is enough for. For a while
   * after a node started or ended there may be two such nodes, or none.
   */
  get isFirst(): boolean {
    return !this.others.some(node => node.id < this.self.id && isRunning(node))
  }

  /** Reads all nodes and their counters now. */
  refresh(): Promise<void> {
    return this.#look(true)
  }

  async #look(withCounters: boolean): Promise<void> {
    this.#lookedAt = this.#monotonic()
    const nodes = await this.#deps.nodes.list({ withCounters })
    const countersOf = (id: number) => this.#known.find(known => known.id === id)?.counters ?? null
    this.#known = withCounters ? nodes : nodes.map(node => ({ ...node, counters: countersOf(node.id) }))
    const now = this.#monotonic()
    const silentMs = now - (this.#answeredAt ?? now)
    if (silentMs > minGapMs) this.#gap = { seconds: silentMs / 1_000, endedAt: now }
    this.#answeredAt = now
  }

  /** The last gap; undefined if there was none. */
  get lastGap(): DatabaseGap | undefined {
    if (this.#gap === undefined) return undefined
    const { seconds, endedAt } = this.#gap
    return { seconds, endedAgoSeconds: (this.#monotonic() - endedAt) / 1_000 }
  }

  #monotonic(): number {
    return this.#deps.monotonic?.() ?? performance.now()
  }

  /** Another node; undefined when it does not run. */
  async find(id: number): Promise<PeerNode | undefined> {
    // A node that has just started is not known yet.
    if (this.#peer(id) === undefined && this.#monotonic() - this.#lookedAt >= minLookIntervalMs)
      await this.#look(false)
    return this.#peer(id)
  }

  /** Reports that this node ends. Its ingest must still run, since its counters are reported a last time. */
  async close(): Promise<void> {
    await this.#beats.close()
    if (this.#url !== undefined) await this.#markSeen(null).catch(() => {})
  }

  async #beat(): Promise<void> {
    await this.#markSeen(this.#url ?? null)
    await this.#look(false)
  }

  async #markSeen(url: string | null): Promise<void> {
    const { nodes, self, version, counters } = this.#deps
    const state = { url, version, counters: await counters(), clockSkewMs: this.clockSkewMs }
    await nodes.markSeen(self.id, state)
  }

  #peer(id: number): PeerNode | undefined {
    const node = this.others.find(other => other.id === id)
    if (node === undefined || node.url === null || !isRunning(node)) return undefined
    return { id, name: node.name, url: node.url }
  }
}
