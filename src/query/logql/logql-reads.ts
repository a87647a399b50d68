import { WorkTurns } from '../../async/next-turn.ts'
import type { Predicate } from '../../filter/predicate/predicate.ts'
import { workOf } from '../../filter/predicate/work.ts'
import type { StoredEvent } from '../../schema/event/event.ts'
import type {
  EventBatch,
  EventStore,
  EventsQuery,
  Read,
  Scope,
  TopAnswer,
} from '../../storage/contract/event-store.ts'
import {
  spanOf,
  type WindowQuery,
  type WindowSeries,
  type Windows,
} from '../../storage/contract/window-query.ts'
import { eventChunksOf } from '../event-batch.ts'
import { rowCost } from '../kinds/fields.ts'
import { restrictedTo, rightsOf } from '../life/rights.ts'
import { laneOf } from '../slices/cost-profile.ts'
import type { TurnSource } from '../slices/read-turns.ts'
import type { TimeSpan } from '../time-span.ts'
import type { Operand } from './binary-operation.ts'
import { evaluate, type SampleRequest, type Steps, type SumRequest } from './evaluate.ts'
import { fieldsOf, type LabelSums, labelsWithField, mergeByLabels } from './label-sums.ts'
import { countedField, type Labels, labelSource, labelValue, streamLabels } from './labels.ts'
import { linePatterns, type PatternCounts, patternFields } from './line-patterns.ts'
import { firstEvents, type LineQuery, type LogLine, secondsOf } from './log-lines.ts'
import { firstPipedLines, pipedLines } from './piped-lines.ts'
import { type CountedEvent, type OccurringEvent, pipedSamples, pipedSums } from './piped-sums.ts'
import { linePipeline, seriesPipeline, unwrapPipeline } from './pipeline/pipeline.ts'
import { planStages, refusePiped } from './pipeline/stage-plan.ts'
import { predicateOf } from './predicate.ts'
import type { SampleSeries } from './range-samples.ts'
import type { LogExpression, MetricExpression, Stage } from './syntax/expression.ts'
import { ValueBudget } from './value-budget.ts'
import { type WholeSteps, windowsOf } from './whole-steps.ts'

/** The reader on whose behalf the store is read. */
export interface LogqlReader {
  userId: number
  hosts: readonly string[]
  /** Ends the reads. It fires when the answer is sent or abandoned, at the latest. */
  signal: AbortSignal
}

/** A selector, with the whole expression that contains it. */
export interface Selection {
  log: LogExpression
  text: string
}

/** Occurrences or bytes of a stream in a span. */
export interface StreamSum {
  labels: Labels
  sum: number
}

type LogqlStore = Pick<EventStore, 'windowSums' | 'page' | 'events' | 'topValues' | 'estimateRows'> & {
  readonly journal: Pick<EventStore['journal'], 'current'>
}

const maxLabelValues = 10_000

/**
 * The reads of the store that LogQL needs, restricted to the hosts that a reader may see. Each waits for its
 * turn among the reader's queries.
 */
export class LogqlReads {
  readonly #store: LogqlStore
  readonly #turns: TurnSource
  readonly #valueBudget = new ValueBudget()

  constructor(store: LogqlStore, turns: TurnSource) {
    this.#store = store
    this.#turns = turns
  }

  /** The first lines of a selection in a range that its stages keep. */
  async lines(reader: LogqlReader, { log, text }: Selection, query: LineQuery): Promise<LogLine[]> {
    const pipeline = linePipeline(log, text)
    // These stages drop lines, so that a read with the limit of the answer would find too few.
    const mayDrop = ({ kind }: Stage) => kind === 'labels' || kind === 'line'
    if (!planStages(log.stages).piped.some(mayDrop))
      return await pipedLines(await this.events(reader, { log, text }, query), pipeline)
    const predicate = storedPredicateFor(reader, { log, text })
    const span = secondsOf(query)
    if (span.from >= span.to) return []
    const sort = [{ field: 'first_occurrence', descending: query.newestFirst }] as const
    return await firstPipedLines(this.#eventsInOrder(reader, { ...span, predicate }, sort), query, pipeline)
  }

  /** Runs the stages of a selection on the lines of these events. */
  async pipe({ log, text }: Selection, events: readonly StoredEvent[]): Promise<LogLine[]> {
    return await pipedLines(events, linePipeline(log, text))
  }

  /** The events that the selector and the filters of a selection find, before other stages. */
  events(reader: LogqlReader, selection: Selection, query: LineQuery): Promise<StoredEvent[]> {
    const predicate = storedPredicateFor(reader, selection)
    return this.#read(reader, predicate, secondsOf(query), 'rows', read =>
      firstEvents(this.#store, predicate, query, read),
    )
  }

  /** Evaluates a metric at each step. Its values count as memory in use until the reader's signal fires. */
  metric(reader: LogqlReader, expression: MetricExpression, text: string, steps: Steps): Promise<Operand> {
    reader.signal.throwIfAborted()
    const values = this.#valueBudget.open()
    reader.signal.addEventListener('abort', () => values.release(), { once: true })
    const read = (request: SumRequest) => {
      const selection = { log: request.log, text }
      const predicate = storedPredicateFor(reader, selection)
      return needsLines(request)
        ? this.#pipedSums(reader, selection, predicate, request)
        : this.#sums(reader, predicate, request)
    }
    const readSamples = (request: SampleRequest) => this.#samples(reader, { log: request.log, text }, request)
    return evaluate(expression, text, steps, { read, readSamples, values })
  }

  /** The streams with occurrences of a selection in a span; without a selection, of all events. */
  async streams(
    reader: LogqlReader,
    selection: Selection | undefined,
    span: TimeSpan,
    measure: SumRequest['measure'] = 'occurrences',
    by: readonly string[] = streamLabels,
  ): Promise<StreamSum[]> {
    const windows = wholeSpan(span)
    if (windows === undefined) return []
    const labels = labelsWithField(by)
    const merged = await this.#sums(reader, predicateFor(reader, selection), { windows, measure, labels })
    return merged.map(({ labels, sums }) => ({ labels, sum: sums.get(0) ?? 0 }))
  }

  /** Bytes of the lines of a selection in each step, by labels. */
  volumes(
    reader: LogqlReader,
    selection: Selection,
    steps: WholeSteps,
    by: readonly string[],
  ): Promise<LabelSums[]> {
    const request = {
      windows: windowsOf(steps),
      measure: 'message_bytes',
      labels: labelsWithField(by),
    } as const
    return this.#sums(reader, predicateFor(reader, selection), request)
  }

  /** The patterns of the lines of a selection, with occurrences by step; most frequent first. */
  patterns(reader: LogqlReader, selection: Selection, steps: WholeSteps): Promise<PatternCounts[]> {
    const query = { windows: windowsOf(steps), measure: 'occurrences', fields: patternFields } as const
    return this.#windowSums(reader, predicateFor(reader, selection), query, linePatterns)
  }

  /**
   * Number of a stream label's values in the events of a selection (without one, of all events) in a span.
   * For a label whose codes share names, such as detected_level, it would count the codes.
   */
  async labelCardinality(
    reader: LogqlReader,
    label: (typeof streamLabels)[number],
    selection: Selection | undefined,
    span: TimeSpan,
  ): Promise<number> {
    const answer = await this.#topValues(reader, label, selection, span, 1)
    return answer?.values ?? 0
  }

  /** Sorted values of a label in the events of a selection in a span: the most frequent, at most `limit`. */
  async labelValues(
    reader: LogqlReader,
    label: string,
    selection: Selection | undefined,
    span: TimeSpan,
    limit = maxLabelValues,
  ): Promise<string[]> {
    const answer = await this.#topValues(reader, label, selection, span, limit)
    const source = labelSource(label)
    if (answer === undefined || source === undefined) return []
    return [...new Set(answer.rows.map(({ value }) => labelValue(source, value)))].sort()
  }

  /** Number of the newest change of the store. */
  get newestChange(): number {
    return this.#store.journal.current
  }

  /** Sums that need the stages to run on each line. */
  async #pipedSums(
    reader: LogqlReader,
    { log, text }: Selection,
    predicate: Predicate,
    { windows, measure, labels, ...query }: SumRequest,
  ): Promise<LabelSums[]> {
    const pipeline = seriesPipeline(log, text, query.grouping)
    const events = this.#countedEvents(reader, predicate, windows, query.onSamples)
    return await pipedSums(events, pipeline, measure, { ...query, metadataNames: new Set(labels) })
  }

  /** The numbers that `unwrap` reads in lines. */
  async #samples(
    reader: LogqlReader,
    { log, text }: Selection,
    { unwrap, windows, labels, ...query }: SampleRequest,
  ): Promise<SampleSeries[]> {
    const { pipeline, sampleOf } = unwrapPipeline(log, unwrap, text, query.grouping)
    const predicate = storedPredicateFor(reader, { log, text })
    const events = this.#occurringEvents(reader, predicate, windows, query.onSamples)
    return await pipedSamples(events, pipeline, sampleOf, { ...query, metadataNames: new Set(labels) })
  }

  /** The events with occurrences between the start of the first window and the end of the last one. */
  async *#occurringEvents(
    reader: LogqlReader,
    predicate: Predicate,
    { end, step, length: range, count }: Windows,
    onSamples: SampleRequest['onSamples'],
  ): AsyncGenerator<OccurringEvent> {
    // One window that spans all windows.
    const length = (count - 1) * step + range
    const windows = { end: end + (count - 1) * step, step: length, length, count: 1 }
    const query = { windows, measure: 'occurrences', fields: ['id', 'moment'] } as const
    const byEvent = await this.#windowSums(reader, predicate, query, async series => {
      const occurrences = series.map(({ values: [id, at], sums }) => {
        return { id: Number(id), occurrence: [Number(at), sums[0]?.sum ?? 0] as const }
      })
      onSamples(occurrences.reduce((total, { occurrence: [, times] }) => total + times, 0))
      return Map.groupBy(occurrences, ({ id }) => id)
    })
    for await (const event of this.#eventsOf(reader, { ...spanOf(windows), predicate }, byEvent)) {
      const occurrences = (byEvent.get(event.id) ?? []).map(({ occurrence }) => occurrence)
      yield { event, occurrences }
    }
  }

  /** The events of a scope with these ids, by first occurrence. */
  async *#eventsOf(
    reader: LogqlReader,
    scope: Scope,
    ids: ReadonlyMap<number, unknown>,
  ): AsyncGenerator<StoredEvent> {
    if (ids.size === 0) return
    const sort = [{ field: 'first_occurrence', descending: false }] as const
    for await (const events of this.#eventsInOrder(reader, scope, sort)) {
      for (const event of events) if (ids.has(event.id)) yield event
    }
  }

  /** The events with occurrences in windows, by first occurrence. */
  async *#countedEvents(
    reader: LogqlReader,
    predicate: Predicate,
    windows: Windows,
    onSamples: SumRequest['onSamples'],
  ): AsyncGenerator<CountedEvent> {
    const query = { windows, measure: 'occurrences', fields: ['id'] } as const
    const counted = await this.#windowSums(reader, predicate, query, async series => {
      onSamples(series.reduce((total, { sums }) => total + sums.length, 0))
      return new Map(series.map(({ values: [id], sums }) => [Number(id), sums]))
    })
    for await (const event of this.#eventsOf(reader, { ...spanOf(windows), predicate }, counted))
      yield { event, sums: counted.get(event.id) ?? [] }
  }

  /** Sums that the store computes alone. */
  #sums(
    reader: LogqlReader,
    predicate: Predicate,
    { windows, measure, labels }: Pick<SumRequest, 'windows' | 'measure' | 'labels'>,
  ): Promise<LabelSums[]> {
    const query = { windows, measure, fields: fieldsOf(labels) }
    return this.#windowSums(reader, predicate, query, (series, turns) => mergeByLabels(series, labels, turns))
  }

  /** Reads sums, and merges them within the same turn, so that only reads with a turn hold memory. */
  #windowSums<T>(
    reader: LogqlReader,
    predicate: Predicate,
    query: WindowQuery,
    merge: (series: readonly WindowSeries[], turns: WorkTurns) => Promise<T>,
  ): Promise<T> {
    const span = spanOf(query.windows)
    const cost = query.measure === 'message_bytes' ? 'scan' : 'columns'
    return this.#read(reader, predicate, span, cost, async read => {
      const series = await this.#store.windowSums({ ...span, predicate }, query, read)
      return await merge(series, new WorkTurns())
    })
  }

  /** All events of a scope in batches, each read in a turn of its own. */
  async *#eventsInOrder(
    { userId, signal }: LogqlReader,
    scope: Scope,
    sort: EventsQuery['sort'],
  ): AsyncGenerator<readonly StoredEvent[]> {
    const turns = this.#turns.turnsOf(userId, signal, { refusable: true })
    let batches: AsyncIterator<EventBatch> | undefined
    const query = { sort, limit: Number.MAX_SAFE_INTEGER }
    try {
      for (;;) {
        const next = await turns('long', ({ lane, timeout }) => {
          // The first turn opens the read, with its own timeout; later turns read on.
          batches ??= this.#store.events(scope, query, { signal, lane, timeout })[Symbol.asyncIterator]()
          return batches.next()
        })
        if (next.done) return
        for (const { events } of eventChunksOf(next.value)) yield events
      }
    } finally {
      // The caller may have enough lines and stop early.
      await batches?.return?.()
    }
  }

  /** The most frequent values of a label; undefined for labels that no event has, and for an empty span. */
  async #topValues(
    reader: LogqlReader,
    label: string,
    selection: Selection | undefined,
    span: TimeSpan,
    limit: number,
  ): Promise<TopAnswer | undefined> {
    const source = labelSource(label)
    const field = source && countedField(source)
    if (field === undefined || span.from >= span.to) return undefined
    const predicate = predicateFor(reader, selection)
    const query = { field, ignoreEmpty: true, limit }
    return await this.#read(reader, predicate, span, 'columns', read =>
      this.#store.topValues({ ...span, predicate }, query, read),
    )
  }

  /**
   * Runs a read when it gets a turn. `cost`: the cost per row (see Kind), or 'rows' for a read of few rows. A
   * predicate that reads messages makes 'columns' and 'rows' a scan.
   */
  #read<T>(
    { userId, signal }: LogqlReader,
    predicate: Predicate,
    { from, to }: TimeSpan,
    cost: 'columns' | 'scan' | 'rows',
    ask: (read: Read) => Promise<T>,
  ): Promise<T> {
    const profile = {
      cost: cost === 'scan' ? cost : rowCost(predicate),
      periodic: false,
      reachSeconds: 0,
      stepsPerCharacter: workOf(predicate).perCharacter,
    }
    const isFew = cost === 'rows' && profile.cost === 'columns'
    const lane = laneOf(profile, isFew ? 0 : this.#store.estimateRows(from, to))
    return this.#turns.turnsOf(userId, signal, { refusable: true })(lane, ask)
  }
}

/** The predicate of a selection and the reader's hosts. Throws a LogqlError if stages must run on lines. */
function predicateFor(reader: LogqlReader, selection: Selection | undefined): Predicate {
  if (selection === undefined) return restrictedTo(rightsOf(reader.hosts), { kind: 'const', value: true })
  refusePiped(selection.log, selection.text)
  return storedPredicateFor(reader, selection)
}

/**
 * The predicate of the selector and the stages that the store evaluates, restricted to the reader's hosts.
 */
function storedPredicateFor({ hosts }: LogqlReader, { log, text }: Selection): Predicate {
  return restrictedTo(rightsOf(hosts), predicateOf(log, text))
}

/**
 * Stages that neither drop nor change a line. Stages with templates are not among them: a template's error
 * must fail the metric.
 */
const skippable: ReadonlySet<Stage['kind']> = new Set(['json', 'logfmt', 'pattern', 'regexp', 'drop', 'keep'])

/**
 * Whether stages must run on each line. Skippable stages need not if all lines are one series, which uses no
 * labels.
 */
function needsLines({ log, grouping }: SumRequest): boolean {
  const isSkipped = ({ kind }: Stage) => grouping.kind === 'none' && skippable.has(kind)
  return !planStages(log.stages).piped.every(isSkipped)
}

/** One window of whole seconds, `from` inclusive, `to` exclusive; undefined if it is empty. */
function wholeSpan({ from, to }: TimeSpan): Windows | undefined {
  if (from >= to) return undefined
  const length = (to - from) * 1_000_000
  return { end: to * 1_000_000 - 1, step: length, length, count: 1 }
}
