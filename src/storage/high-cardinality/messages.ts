import type { Span } from '../time-span.ts'
import type { Hash, Ranking } from './ranking.ts'

/** Handled in order. Days are Unix days; tags have numbers. */
export type ToWorker =
  /** Adds rows of these days, as the engine wrote them; rows of other days are left out. */
  | { kind: 'add'; id: number; tag: number; days: readonly number[]; rows: Uint8Array<ArrayBuffer> }
  | { kind: 'drop'; id: number; tag: number; days: readonly number[] | 'all' }
  | { kind: 'rank'; id: number; tag: number; ranges: readonly Span[]; wanted: number; maxTied: number }
  /** Counts these values between each bound and the next. */
  | { kind: 'count'; id: number; tag: number; bounds: readonly number[]; values: readonly Hash[] }

export type FromWorker =
  /** Rows of all tags after `add` or `drop`. */
  | { kind: 'kept'; id: number; rows: number }
  | { kind: 'ranked'; id: number; rankings: readonly Ranking[] }
  /** Value by value, the first period first. */
  | { kind: 'counted'; id: number; counts: Float64Array }
