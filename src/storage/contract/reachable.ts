/** The events on the shards that answer. */
export interface Reachable<Store> {
  store: Store
  /** Shards whose events are missing; when empty, this is the whole store. */
  missing: readonly MissingShard[]
  /** Fires when a server that this store needs goes down. */
  lost: AbortSignal
}

/** A shard whose servers all fail to answer. */
export interface MissingShard {
  /** Its number in the cluster. */
  shard: number
  /** Host and port, as in faults. */
  servers: string[]
}
