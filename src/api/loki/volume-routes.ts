import { Type } from 'typebox'
import type { LogqlReads, Selection } from '../../query/logql/logql-reads.ts'
import { badParameter, sampleOf } from './answers.ts'
import { type LokiParameters, secondsOf } from './parameters.ts'
import { type LokiReadRoutes, logqlReaderOf, selectionOf } from './read-routes.ts'

/**
 * Above this number of occurrences, index/stats does not sum the bytes of lines: Grafana asks while the user
 * types.
 */
const maxEntriesForBytes = 10_000_000
/** Maximum labels by which volumes are grouped. */
const maxTargetLabels = 50
const defaultVolumes = 100

const IndexStats = Type.Object({
  streams: Type.Integer(),
  chunks: Type.Integer(),
  bytes: Type.Integer(),
  entries: Type.Integer(),
})

/** The volume of a selection: index/stats, index/volume and index/volume_range. */
export function lokiVolumeRoutes(
  routes: LokiReadRoutes,
  logql: Pick<LogqlReads, 'streams' | 'volumes'>,
): void {
  routes.read('/index/stats', IndexStats, async (request, parameters) => {
    const selection = selectionOf(parameters.expression())
    const span = secondsOf(parameters.range())
    const reader = logqlReaderOf(request)
    const streams = await logql.streams(reader, selection, span)
    const entries = streams.reduce((total, { sum }) => total + sum, 0)
    // Depends only on what the reader may see, so that the answer reveals nothing about other hosts.
    const sumsBytes = entries <= maxEntriesForBytes
    // Without labels, there is one sum for all streams.
    const [bytes] = sumsBytes ? await logql.streams(reader, selection, span, 'message_bytes', []) : []
    return { streams: streams.length, chunks: 0, bytes: bytes?.sum ?? 0, entries }
  })

  routes.data('/index/volume', async (request, parameters) => {
    const span = secondsOf(parameters.range())
    const { selection, labels, limit } = volumeQueryOf(parameters)
    const volumes = await logql.streams(logqlReaderOf(request), selection, span, 'message_bytes', labels)
    const result = volumes
      .toSorted((a, b) => b.sum - a.sum)
      .slice(0, limit)
      .map(({ labels: metric, sum }) => ({ metric, value: sampleOf(span.to * 1_000_000, sum) }))
    return { resultType: 'vector', result, stats: {} }
  })

  routes.data('/index/volume_range', async (request, parameters) => {
    const steps = parameters.wholeSteps()
    const { selection, labels, limit } = volumeQueryOf(parameters)
    const volumes = await logql.volumes(logqlReaderOf(request), selection, steps, labels)
    const totals = volumes.map(({ labels: metric, sums }) => ({
      metric,
      total: [...sums.values()].reduce((total, sum) => total + sum, 0),
      // As in Loki, the time of a sample is the end of its step.
      values: [...sums].map(([i, sum]) => sampleOf(steps.start + (i + 1) * steps.step, sum)),
    }))
    const result = totals
      .sort((a, b) => b.total - a.total)
      .slice(0, limit)
      .map(({ metric, values }) => ({ metric, values: values.sort(([a], [b]) => a - b) }))
    return { resultType: 'matrix', result, stats: {} }
  })
}

function volumeQueryOf(parameters: LokiParameters): {
  selection: Selection
  labels: readonly string[]
  limit: number
} {
  const selection = selectionOf(parameters.expression())
  const named = parameters.text('targetLabels')?.split(',')
  if (named !== undefined && named.length > maxTargetLabels)
    throw badParameter(`expected at most ${maxTargetLabels} names in targetLabels`)
  const aggregateBy = parameters.text('aggregateBy') ?? 'series'
  if (aggregateBy !== 'series')
    throw badParameter('the parameter "aggregateBy" takes "series" only; name labels in targetLabels')
  const labels = named ?? [...new Set(selection.log.matchers.map(({ label }) => label))]
  return { selection, labels, limit: parameters.limit(defaultVolumes) }
}
