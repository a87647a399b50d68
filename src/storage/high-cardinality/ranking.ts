/** Halves of the hash of a value, without sign. */
export interface Hash {
  low: number
  high: number
}

/** A value that may be among the most frequent. */
export interface Candidate extends Hash {
  count: number
  order: number
  /** Unix second of one of its occurrences. */
  second: number
}

export interface Ranking {
  /** Different values. */
  values: number
  /** Occurrences of all. */
  count: number
  /** The wanted values, and those with the same count and order as the last of them; undefined when these are too many. */
  best: Candidate[] | undefined
}
