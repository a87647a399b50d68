import type { StoredEvent } from '../../schema/event/event.ts'
import { Fault } from '../../schema/fault.ts'
import type { WindowSum } from '../../storage/contract/window-query.ts'
import type { LabelSums } from './label-sums.ts'
import { aliasesOf, type Labels, metadataOf, streamOf } from './labels.ts'
import { errorLabel, preserveErrorLabel, type SeriesGrouping } from './pipeline/label-kinds.ts'
import type { LineLabels } from './pipeline/line-labels.ts'
import type { PipelineLine } from './pipeline/line-stage.ts'
import type { Pipeline } from './pipeline/pipeline.ts'
import type { SampleReader } from './pipeline/unwrap.ts'
import type { Sample, SampleSeries } from './range-samples.ts'
import { labelsKey } from './series.ts'
import { goQuote } from './syntax/go-values.ts'

/** An event with its number of occurrences in each window. */
export interface CountedEvent {
  event: StoredEvent
  sums: readonly WindowSum[]
}

/** How lines become series. */
export interface SeriesQuery {
  grouping: SeriesGrouping
  /** Names of structured metadata that also distinguish series. */
  metadataNames: ReadonlySet<string>
  /** Called before a series is added. Throws query_memory or overloaded. */
  onSeries: () => void
}

/** Sums of occurrences or bytes of the lines that stages keep, by the labels that stages leave. */
export async function pipedSums(
  events: AsyncIterable<CountedEvent>,
  pipeline: Pipeline,
  measure: 'occurrences' | 'message_bytes',
  query: SeriesQuery,
): Promise<LabelSums[]> {
  const byKey = new Map<string, { labels: Labels; sums: Map<number, number> }>()
  for await (const { event, sums } of events) {
    const line = runStages(event, pipeline)
    const labels = line && seriesLabels(line.labels, query)
    if (line !== undefined && labels !== undefined) {
      const key = labelsKey(labels)
      if (!byKey.has(key)) {
        query.onSeries()
        pipeline.keep(key.length)
      }
      const entry = byKey.get(key) ?? { labels, sums: new Map<number, number>() }
      byKey.set(key, entry)
      const weight = measure === 'occurrences' ? 1 : Buffer.byteLength(line.text)
      for (const { window, sum } of sums) entry.sums.set(window, (entry.sums.get(window) ?? 0) + sum * weight)
    }
    const turn = pipeline.turn()
    if (turn) await turn
  }
  return [...byKey.values()]
}

/** An event with the times of its occurrences, and the number at each time. */
export interface OccurringEvent {
  event: StoredEvent
  occurrences: readonly (readonly [at: number, count: number])[]
}

/** Samples in the lines that stages keep, by the labels that stages leave. */
export async function pipedSamples(
  events: AsyncIterable<OccurringEvent>,
  pipeline: Pipeline,
  sampleOf: SampleReader,
  query: SeriesQuery,
): Promise<SampleSeries[]> {
  const byKey = new Map<string, { labels: Labels; samples: Sample[] }>()
  for await (const { event, occurrences } of events) {
    const line = runStages(event, pipeline)
    const value = line && sampleOf(line.labels)
    const labels = line === undefined || value === undefined ? undefined : seriesLabels(line.labels, query)
    if (labels !== undefined && value !== undefined) {
      const key = labelsKey(labels)
      if (!byKey.has(key)) {
        query.onSeries()
        pipeline.keep(key.length)
      }
      const entry = byKey.get(key) ?? { labels, samples: [] }
      byKey.set(key, entry)
      for (const [at, count] of occurrences) {
        for (let i = 0; i < count; i++) entry.samples.push({ at, value })
      }
    }
    const turn = pipeline.turn()
    if (turn) await turn
  }
  return [...byKey.values()].map(({ labels, samples }) => ({
    labels,
    samples: samples.sort((a, b) => a.at - b.at),
  }))
}

/** The line of an event after the stages. Id and counter of the event do not distinguish series. */
function runStages(event: StoredEvent, pipeline: Pipeline): PipelineLine | undefined {
  const { id: _id, counter: _counter, ...metadata } = metadataOf(event)
  return pipeline.run({
    text: event.message,
    at: event.ts,
    stream: streamOf(event),
    metadata,
    aliases: aliasesOf(event),
  })
}

/**
 * The labels of a line's series; undefined if a label has an empty name: Loki leaves out such lines. Throws
 * if a stage has failed, unless the expression asks for errors.
 */
function seriesLabels(line: LineLabels, { grouping, metadataNames }: SeriesQuery): Labels | undefined {
  const labels = line.grouped(grouping, metadataNames)
  const error = labels[errorLabel]
  if (error !== undefined && labels[preserveErrorLabel] !== 'true') throw pipelineFault(error, labels)
  return labels[''] === undefined ? labels : undefined
}

/** The error of a metric over a line with an error, as Loki words it. */
function pipelineFault(error: string, labels: Labels): Fault {
  const series = Object.entries(labels).map(([name, value]) => `${name}=${goQuote(value)}`)
  const detail = `pipeline error: '${error}' for series: '{${series.join(', ')}}'.
Use a label filter to intentionally skip this error. (e.g | __error__!="${error}").
To skip all potential errors you can match empty errors.(e.g __error__="")
The label filter can also be specified after unwrap. (e.g | unwrap latency | __error__="" )
`
  return new Fault('validation', { detail })
}
