import type { Predicate } from '../filter/predicate.ts'
import type { Permission } from '../schema/group.ts'
import type { TimeRange } from '../schema/time-range.ts'
import type { EventStore, Journal, Mark, PageQuery, Read, Scope } from '../storage/store.ts'
import type { Reader } from './query-service.ts'

/** A time_range, resolved against a moment. Whole seconds. */
export interface ResolvedRange {
  from: number
  to: number
  /** Seconds; day steps and longer are calendar steps in `timezone`. */
  step: number
  /** Starts of all periods and, last, the end: bounds.length - 1 periods. bounds[0] = from, last = to. */
  bounds: number[]
  /** IANA name. */
  timezone: string
  /** True for presets and for negative or zero stamps: the range moves with the clock. */
  relative: boolean
  /** The moment it was resolved at (Unix seconds, fraction allowed). */
  now: number
  /**
   * The moment (Unix seconds, to the millisecond) until which it has these bounds, whenever it is resolved again: from
   * then on they may be others. null when it never moves.
   */
  validUntil: number | null
}

/**
 * Holds a time_range against a clock (Unix seconds); `timezone`: IANA name for one that names none, instead of the usual one.
 * Throws a Fault keyed `params.time_range.<member>`.
 */
export type ResolveRange = (timeRange: TimeRange | undefined, now: number, timezone?: string) => ResolvedRange

/** What a kind of query computes with. */
export interface EvaluationContext {
  store: EventStore
  range: ResolvedRange
  /** The filter AND the hosts that the reader may see. */
  predicate: Predicate
  /** Whoever reads, of kinds whose answer is each reader's own. */
  reader?: Reader
  /** Events that were appended later are on no page. */
  asOf?: Mark
  /** Called with the moment that a page was of: its next ones are to be of it too. */
  onPageRead?: (moment: Mark) => void
}

/** All events that a query's results are pages of. */
export interface MatchingScope {
  /** How many were counted. */
  count: number
  scope: Scope
  sort: PageQuery['sort']
}

/** What a kind computes from: about how many rows there are, and when they changed. */
export interface Source extends Pick<EventStore, 'estimateRows' | 'window'> {
  readonly touched: Pick<Journal, 'current' | 'newest'>
}

/**
 * Who may ask: everybody, about the hosts that they may see; those who may see every host; or those who hold a permission, each of
 * whom has an answer of their own.
 */
export type Audience = 'hosts' | 'every host' | { permission: Permission }

/**
 * A kind of query is a fold over time slices: `slice` computes one stretch of the range, `merge` puts stretches together
 * (in any grouping; `newer` is later in time), `finish` makes the results of what there is so far, whole or partial.
 * A slice's bounds always lie on bounds of the range's periods when the kind has `periodic` true.
 */
export interface Kind<Params, State, Results, Full extends Params = Params> {
  /** `hosts` when absent. */
  readonly audience?: Audience
  /** The events of the store when absent. */
  readonly source?: Source
  /** The range that it is about, when that is not simply the one of the params. */
  rangeOf?(timeRange: TimeRange | undefined, now: number, resolve: ResolveRange): ResolvedRange
  /** Checks what the shape cannot say, fills in defaults. Throws a Fault with fields keyed `params.<member>`. */
  normalise(params: Params): Full
  /** How dear a row is: counted columns, a scan of the messages, or the whole range in one piece (no slices). */
  cost(params: Full, predicate: Predicate): 'columns' | 'scan' | 'whole'
  /** Rows that have to be read at most to compute a stretch; those that the source holds when absent. */
  rows?(params: Full, evaluation: EvaluationContext, stretch: { from: number; to: number }): number
  /** True when slices must lie on the bounds of periods. */
  periodic(params: Full): boolean
  slice(
    params: Full,
    evaluation: EvaluationContext,
    slice: { from: number; to: number },
    read: Read,
  ): Promise<State>
  merge(newer: State, older: State): State
  /** `state` is undefined before the first slice. May ask the store (a page of events, subfields), hence the promise. */
  finish(
    params: Full,
    evaluation: EvaluationContext,
    state: State | undefined,
    complete: boolean,
    read: Read,
  ): Promise<Results>
  /**
   * The same as `finish` of a whole range: asks the store while the slices are still being computed, and makes the results once
   * their state is there.
   */
  prepareResults?(
    params: Full,
    evaluation: EvaluationContext,
    known: PreviousStates<State>,
    read: Read,
  ): Promise<PreparedResults<State, Results>>
  /** Of kinds whose results are pages of events: all of them. */
  matching?(
    params: Full,
    evaluation: EvaluationContext,
    state: State | undefined,
    complete: boolean,
  ): MatchingScope
}

/** Results but for what the state tells. */
export interface PreparedResults<State, Results> {
  results(state: State | undefined): Results
}

/** What is known of a question before it is answered, perhaps from a moment ago. */
interface PreviousStates<State> {
  /** Of the slices that are still true; undefined when there is none. */
  cached: State | undefined
  /** Of the last answer: true no longer, good enough to plan with. undefined when there was none. */
  previous: State | undefined
}

/** What a kind computes from. */
export function sourceOf(kind: { readonly source?: Source }, store: EventStore): Source {
  return kind.source ?? store
}

/** The scope of a slice. */
export function scopeOf(evaluation: EvaluationContext, slice: { from: number; to: number }): Scope {
  return { from: slice.from, to: slice.to, predicate: evaluation.predicate }
}
