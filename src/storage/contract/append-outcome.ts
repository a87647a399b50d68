/** Why a batch of an append was not stored. */
export interface BatchFailure {
  error: unknown
  /** The part of the store that failed, such as a shard; '' for the whole store. */
  part: string
}

/** The outcome of a batch of an append. */
export interface AppendOutcome {
  /** Resolves with undefined once the batch is stored. Never rejects. */
  ended: Promise<BatchFailure | undefined>
  /** Whether the batch waits for a slow part of the store, while other parts take batches promptly. */
  isHeld(): boolean
}

/** The outcomes of the batches of an append, in their order. */
export type AppendOutcomes = readonly AppendOutcome[]
