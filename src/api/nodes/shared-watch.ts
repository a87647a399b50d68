import type { StateListener, StateText } from '../../query/query-service.ts'
import type { RelayListener } from './relay-socket.ts'

/** A node that can evaluate a widget: this one, or another. */
export interface Evaluator {
  nodeId: number
  /** Starts to watch. Returns the function that stops. On this node, throws what `watchWidget` throws. */
  watch(listener: RelayListener): () => void
}

/** What a watch needs of the relay that owns it. */
export interface SharedWatchDeps {
  /** The node that should evaluate the widget now. */
  choose: () => Evaluator
  /** The node refused the widget: `choose` does not return it for a while. */
  avoid: (nodeId: number) => void
  /** Called once, when nothing watches any more. */
  onEnd: () => void
}

interface Watcher {
  update: StateListener
  ended: () => void
}

/** A watch at one node. */
interface Source {
  readonly nodeId: number
  stop: () => void
}

/** One widget, watched at one node at a time for all readers of this node who see the same hosts. */
export class SharedWatch {
  readonly #deps: SharedWatchDeps
  readonly #watchers = new Set<Watcher>()
  #state: StateText | undefined
  /** The source of `#state`; undefined before the first one, and after its node was lost. */
  #current: Source | undefined
  /** Replaces `#current` once it has results, so that readers never see an answer become empty. */
  #next: Source | undefined

  constructor(deps: SharedWatchDeps) {
    this.#deps = deps
  }

  /** Calls `update` with the current state, if there is one, and with each change. See QueryService. */
  add(update: StateListener, ended: () => void): () => void {
    const watcher = { update, ended }
    this.#watchers.add(watcher)
    if (this.#state !== undefined) update(this.#state)
    return () => {
      if (this.#watchers.delete(watcher) && this.#watchers.size === 0) this.#stop()
    }
  }

  /** Watches at the node that should evaluate the widget now. Throws what `Evaluator.watch` throws. */
  move(): void {
    const evaluator = this.#deps.choose()
    const { nodeId } = evaluator
    if ((this.#next ?? this.#current)?.nodeId === nodeId) return
    this.#next?.stop()
    this.#next = undefined
    // It is already watched there, since the move to another node had not ended.
    if (this.#current?.nodeId === nodeId) return
    const source: Source = { nodeId, stop: () => {} }
    if (this.#state === undefined && this.#current === undefined) this.#current = source
    else this.#next = source
    try {
      source.stop = evaluator.watch({
        onState: state => this.#update(source, state),
        onEnded: () => this.#endSource(source),
        onRefused: () => {
          this.#deps.avoid(nodeId)
          this.loseNode(nodeId)
        },
      })
    } catch (error) {
      this.#forget(nodeId)
      throw error
    }
  }

  /** Continues at another node, if this one was used. */
  loseNode(nodeId: number): void {
    if (this.#forget(nodeId)) this.tryMove()
  }

  /** Like `move`; ends the watch if it fails: its watchers look the widget up again, and see the error. */
  tryMove(): void {
    try {
      this.move()
    } catch {
      this.#end()
    }
  }

  /** Whether the node was used. */
  #forget(nodeId: number): boolean {
    const isUsed = this.#current?.nodeId === nodeId || this.#next?.nodeId === nodeId
    if (this.#current?.nodeId === nodeId) this.#current = undefined
    if (this.#next?.nodeId === nodeId) this.#next = undefined
    return isUsed
  }

  #update(source: Source, state: StateText): void {
    if (source === this.#next) {
      if (hasNoResults(state)) return
      this.#current?.stop()
      this.#current = source
      this.#next = undefined
    }
    if (source !== this.#current) return
    this.#state = state
    for (const { update } of [...this.#watchers]) update(state)
  }

  #endSource(source: Source): void {
    if (source === this.#next) {
      this.#next = undefined
      if (this.#current !== undefined) return
    } else if (source !== this.#current) return
    this.#end()
  }

  /** The query was removed: each watcher looks the widget up again. */
  #end(): void {
    const watchers = [...this.#watchers]
    this.#watchers.clear()
    this.#stop()
    for (const { ended } of watchers) ended()
  }

  #stop(): void {
    this.#current?.stop()
    this.#next?.stop()
    this.#current = undefined
    this.#next = undefined
    this.#deps.onEnd()
  }
}

/** Whether a representation (query/life/representation.ts) is of a query that is still computed. */
function hasNoResults({ text }: StateText): boolean {
  return /^\{"query_id":"[^"]*","status":"IN_PROGRESS"/.test(text)
}
