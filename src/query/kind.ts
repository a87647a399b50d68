import type { Predicate } from '../filter/predicate/predicate.ts'
import type { EventNotes } from '../metadata/notes/event-notes.ts'
import type { TriggersByEvent } from '../schema/event/event-record.ts'
import type { Permission } from '../schema/people/group.ts'
import type { TimeRange } from '../schema/time-range.ts'
import type { EventStore, Journal, Mark, PageQuery, Read, Scope } from '../storage/contract/event-store.ts'
import type { Reader } from './query-service.ts'
import type { TimeSpan } from './time-span.ts'

/** A time_range, resolved against a moment. Whole seconds. */
export interface ResolvedRange {
  from: number
  to: number
  /** Seconds; day steps and longer are calendar steps in `timezone`. */
  step: number
  /** Starts of all periods, then the end of the last one: `from` first, `to` last. */
  bounds: number[]
  /** IANA name. */
  timezone: string
  /** True for presets and for negative or zero timestamps: the range moves with the clock. */
  relative: boolean
  /** The moment at which it was resolved (Unix seconds, fraction allowed). */
  now: number
  /** The moment (Unix seconds) from which it may resolve to other bounds; null when it never moves. */
  validUntil: number | null
}

/**
 * Resolves a time_range at a moment (Unix seconds). `timezone`: IANA name for a time_range that names none,
 * instead of the server's. Throws a Fault keyed `params.time_range.<member>`.
 */
export type ResolveRange = (timeRange: TimeRange | undefined, now: number, timezone?: string) => ResolvedRange

/** Data about events outside their rows: notes, and triggers with a condition, which fire later. */
export type NoteSource = Pick<EventNotes, 'version' | 'changedSince' | 'ofEvents' | 'ofSpan'> & {
  /** Triggers with a condition that fired for events of a span (microseconds); absent: none. */
  triggersOfSpan?(from: number, to: number): Promise<TriggersByEvent>
}

/** The input of a computation. */
export interface EvaluationContext {
  store: EventStore
  range: ResolvedRange
  /** The filter AND the hosts that the reader may see. */
  predicate: Predicate
  /** For kinds whose answer depends on the reader. */
  reader?: Reader
  /** Absent: events have no notes. */
  notes?: NoteSource | undefined
  /** Pages leave out events that were appended later. */
  asOf?: Mark
  /** Called with the moment of a page; later pages use the same moment. */
  onPageRead?: (moment: Mark) => void
}

/** The context of a computation that may read the store. */
export interface ReadContext extends EvaluationContext {
  read: Read
}

/** All events of a query whose results are pages. */
export interface MatchingScope {
  count: number
  scope: Scope
  sort: PageQuery['sort']
}

/** Where the rows of a kind come from: estimates of their number, and when they changed. */
export interface Source extends Pick<EventStore, 'estimateRows' | 'window'> {
  readonly touched: Pick<Journal, 'current' | 'newest'>
}

/**
 * Readers of a kind: all readers, about the hosts that they may see; users who may see every host; or users
 * with a permission, who each have their own answer.
 */
export type Audience = 'hosts' | 'every host' | { permission: Permission }

/**
 * A kind of query is a fold over time slices: `slice` computes the state of one span of the range, `merge`
 * merges the states of neighbours (in any grouping; `newer` is later in time), `finish` makes whole or
 * partial results from a state. `Full`: params with all defaults.
 */
export interface Kind<Params, State, Results, Full extends Params = Params> {
  /** Default: `hosts`. */
  readonly audience?: Audience
  /** Default: the events of the store. */
  readonly source?: Source
  /** Default: the range of the params. */
  rangeOf?(timeRange: TimeRange | undefined, now: number, resolve: ResolveRange): ResolvedRange
  /**
   * Checks what the schema cannot say, and fills in defaults. Throws a Fault with fields keyed
   * `params.<member>`.
   */
  normalise(params: Params): Full
  /**
   * The cost of a row: a read of counted columns, or a scan of messages. `whole`: the range cannot be sliced.
   */
  cost(params: Full, predicate: Predicate): 'columns' | 'scan' | 'whole'
  /** Maximum rows that computing a span reads. Default: the rows of the source. */
  rows?(params: Full, context: EvaluationContext, span: TimeSpan): number
  /** Whether slices must begin and end at bounds of periods. */
  periodic(params: Full): boolean
  /** Whether results also depend on events before the range, up to the range's length back. */
  comparesBefore?(params: Full): boolean
  slice(params: Full, context: ReadContext, slice: TimeSpan): Promise<State>
  merge(newer: State, older: State): State
  /** `state` is undefined before the first slice. May read the store, for a page of events or subfields. */
  finish(params: Full, context: ReadContext, state: State | undefined, complete: boolean): Promise<Results>
  /** The same as `finish` of a whole range, but reads the store before the state is known. */
  prepareResults?(
    params: Full,
    context: ReadContext,
    known: PreviousStates<State>,
  ): Promise<PreparedResults<State, Results>>
  /** Ids of the events that results show with their notes. */
  annotated?(results: Results): readonly number[]
  /** All events, for kinds whose results are pages of events. */
  matching?(
    params: Full,
    context: EvaluationContext,
    state: State | undefined,
    complete: boolean,
  ): MatchingScope
}

/** Results that lack only the state. */
export interface PreparedResults<State, Results> {
  results(state: State | undefined): Results
}

/** States that are known before a computation, and the state that it will produce. */
interface PreviousStates<State> {
  /** State of the slices that are still valid; undefined when there is none. */
  cached: State | undefined
  /** State of the last answer: outdated, but good enough to plan with. undefined when there was none. */
  previous: State | undefined
  /** State of the whole range, once it is computed. Wait for it without the slot of the read. */
  computed: Promise<State | undefined>
}

export function scopeOf(context: EvaluationContext, slice: TimeSpan): Scope {
  return { from: slice.from, to: slice.to, predicate: context.predicate }
}
