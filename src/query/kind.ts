import type { Predicate } from '../filter/predicate/predicate.ts'
import type { EventNotes } from '../metadata/notes/event-notes.ts'
import type { TriggersByEvent } from '../schema/event/event-record.ts'
import type { Permission } from '../schema/people/group.ts'
import type { TimeRange } from '../schema/time-range.ts'
import type { EventStore, Mark, PageQuery, Read, Scope } from '../storage/contract/event-store.ts'
import type { Journal } from '../storage/contract/journal.ts'
import type { Reader } from './query-service.ts'
import type { TimeSpan } from './time-span.ts'

/** A time_range, resolved at a moment. Whole seconds. */
export interface ResolvedRange {
  from: number
  to: number
  /** Length of a period in seconds. Steps of days and longer are calendar units in `timezone`. */
  step: number
  /** Start of each period, and the end of the last one: `from` first, `to` last. */
  bounds: number[]
  /** IANA name. */
  timezone: string
  /** True for presets and for negative or zero timestamps: the range moves with the clock. */
  relative: boolean
  /** The moment at which it was resolved, Unix seconds with fraction. */
  now: number
  /** The moment from which it may resolve to other bounds, Unix seconds; null if it never moves. */
  validUntil: number | null
  /** Of kinds that compare two ranges: their spans. The range is from the first of them to the last. */
  compared?: ComparedSpans
}

/** Spans of two ranges, without common seconds. */
export interface ComparedSpans {
  current: TimeSpan
  /**
   * The range to compare with, which may also be later. In order of time; two if `current` lies inside of
   * it.
   */
  before: readonly TimeSpan[]
}

/**
 * Resolves a time_range at a moment (Unix seconds). `timezone`: IANA name for a time_range without one;
 * default: the server's. Throws a Fault keyed `params.time_range.<member>`.
 */
export type ResolveRange = (timeRange: TimeRange | undefined, now: number, timezone?: string) => ResolvedRange

/** Data about events that is not in their rows: notes, and triggers with a condition, which fire later. */
export type NoteSource = Pick<EventNotes, 'version' | 'changedSince' | 'ofEvents' | 'ofSpan'> & {
  /** Triggers with a condition that fired for events of a span (microseconds). Absent: none. */
  triggersOfSpan?(from: number, to: number): Promise<TriggersByEvent>
}

/** The inputs of a computation. */
export interface EvaluationContext {
  store: EventStore
  range: ResolvedRange
  /** The filter, and the hosts that the reader may see. */
  predicate: Predicate
  /** Set for kinds whose answer depends on the reader. */
  reader?: Reader
  /** Absent: events have no notes. */
  notes?: NoteSource | undefined
  /** Pages leave out events appended after this moment. */
  asOf?: Mark
  /** Called with the moment of a page that was read, so that later pages can show the same moment. */
  onPageRead?: (moment: Mark) => void
}

/** The inputs of a computation that may read the store. */
export interface ReadContext extends EvaluationContext {
  read: Read
}

/** All events of a query whose results are pages of events. */
export interface MatchingScope {
  count: number
  scope: Scope
  sort: PageQuery['sort']
}

/** Where the rows of a kind come from: estimates their number, and says when they changed. */
export interface Source extends Pick<EventStore, 'estimateRows' | 'window'> {
  readonly journal: Pick<Journal, 'current' | 'newest'>
}

/**
 * The readers of a kind: all readers, about the hosts that they may see; readers who may see every host; or
 * users with a permission, for each of whom an answer is computed.
 */
export type Audience = 'hosts' | 'every host' | { permission: Permission }

/**
 * The implementation of a query type, as a fold over time slices: `slice` computes the state of one span of
 * the range, `merge` merges the states of neighbouring spans (`newer` is later in time), and `finish` makes
 * complete or partial results from a state. `Full`: params with all defaults.
 */
export interface Kind<Params, State, Results, Full extends Params = Params> {
  /** Default: `hosts`. */
  readonly audience?: Audience
  /** Default: the events of the store. */
  readonly source?: Source
  /** Default: the time_range of the params. */
  rangeOf?(params: Full, now: number, resolve: ResolveRange): ResolvedRange
  /** Checks what the schema cannot, and fills in defaults. Throws a Fault keyed `params.<member>`. */
  normalise(params: Params): Full
  /**
   * `columns`: reads a few columns of each row; `scan`: also messages. `whole`: the range cannot be sliced.
   */
  cost(params: Full, predicate: Predicate): 'columns' | 'scan' | 'whole'
  /** Maximum rows that computing a span reads. Default: the rows of the source. */
  rows?(params: Full, context: EvaluationContext, span: TimeSpan): number
  /** Whether slices must begin and end at the bounds of periods. */
  periodic(params: Full): boolean
  /** Whether results also depend on the time before the range, up to the range's length. */
  comparesBefore?(params: Full): boolean
  slice(params: Full, context: ReadContext, slice: TimeSpan): Promise<State>
  merge(newer: State, older: State): State
  /**
   * Makes results. `state`: undefined before the first slice. May read a page of events, or values of a
   * further field.
   */
  finish(params: Full, context: ReadContext, state: State | undefined, complete: boolean): Promise<Results>
  /**
   * Like `finish` of a complete range, but runs in parallel with the slices, when these must read the store.
   */
  prepareResults?(
    params: Full,
    context: ReadContext,
    known: KnownStates<State>,
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

/** Results that need only the state: everything else is already read. */
export interface PreparedResults<State, Results> {
  results(state: State | undefined): Results
}

/** The states before a computation, and the state that it will produce. */
interface KnownStates<State> {
  /** State of the slices that are still valid; undefined for none. */
  cached: State | undefined
  /** State of the last answer: outdated, but good enough to plan with. Undefined for none. */
  previous: State | undefined
  /** State of the complete range, once it is computed. Wait for it by `read.withoutSlot`. */
  computed: Promise<State | undefined>
}

/** The events of a slice that the query and the reader's rights allow. */
export function scopeOf(context: EvaluationContext, slice: TimeSpan): Scope {
  return { from: slice.from, to: slice.to, predicate: context.predicate }
}
