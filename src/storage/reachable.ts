/** The events that are stored on the shards that answer. */
export interface Reachable<Store> {
  store: Store
  /** Shards whose events are not in it; none: it is the whole store. */
  missing: readonly MissingShard[]
  /** Fires when a server that it needs goes down. */
  lost: AbortSignal
}

/** A shard of which no server answers. */
export interface MissingShard {
  /** Of the cluster. */
  shard: number
  /** Host and port, as in faults. */
  servers: string[]
}
