import { Type } from 'typebox'
import { streamLabels } from '../../query/logql/labels.ts'
import { isLabelName, lineFields } from '../../query/logql/line-fields.ts'
import type { LogqlReads } from '../../query/logql/logql-reads.ts'
import { pathParameter } from '../http/path-parameters.ts'
import { nanoLines, secondsOf } from './parameters.ts'
import { type LokiReadRoutes, readerOf, selectionOf } from './read-routes.ts'

const defaultFields = 1_000
/** Maximum patterns with a level in one answer, equal to Grafana's. */
const maxPatterns = 500

const DetectedLabels = Type.Object({
  detectedLabels: Type.Array(Type.Object({ label: Type.String(), cardinality: Type.Integer() })),
})
const DetectedFields = Type.Object({
  fields: Type.Array(
    Type.Object({
      label: Type.String(),
      type: Type.Literal('string'),
      cardinality: Type.Integer(),
      parsers: Type.Null(),
    }),
  ),
  limit: Type.Integer(),
})
const DetectedValues = Type.Object({ values: Type.Array(Type.String()), limit: Type.Integer() })

/**
 * Routes for what Loki detects in lines: labels, fields and patterns, used by Grafana's Logs Drilldown and
 * its input fields.
 */
export function lokiDetectedRoutes(
  routes: LokiReadRoutes,
  logql: Pick<LogqlReads, 'lines' | 'labelValues' | 'labelCardinality' | 'patterns'>,
): void {
  routes.read('/detected_labels', DetectedLabels, async (request, parameters) => {
    const text = parameters.text('query')
    const selection = selectionOf(text === '{}' ? undefined : text)
    const span = secondsOf(parameters.range())
    const detectedLabels = []
    // One after the other, since the reads of a user are queued anyway.
    for (const label of streamLabels) {
      const cardinality = await logql.labelCardinality(readerOf(request), label, selection, span)
      if (cardinality > 0) detectedLabels.push({ label, cardinality })
    }
    return { detectedLabels }
  })

  routes.read('/detected_fields', DetectedFields, async (request, parameters) => {
    const selection = selectionOf(parameters.expression())
    const limit = parameters.limit(defaultFields)
    const query = { ...nanoLines(parameters.range()), limit: parameters.sampledLines(), newestFirst: true }
    const events = await logql.lines(readerOf(request), selection, query)
    const fields = lineFields(events).slice(0, limit)
    // The subset has neither parsers nor unwrap: values are compared and counted as texts.
    return { fields: fields.map(field => ({ ...field, type: 'string', parsers: null })), limit }
  })

  routes.read('/detected_field/:name/values', DetectedValues, async (request, parameters) => {
    const name = pathParameter(request, 'name')
    const text = parameters.text('query')
    const selection = selectionOf(text === '{}' ? undefined : text)
    const limit = parameters.limit(defaultFields)
    const span = secondsOf(parameters.range())
    const values = isLabelName(name)
      ? await logql.labelValues(readerOf(request), name, selection, span, limit)
      : []
    return { values, limit }
  })

  routes.data('/patterns', async (request, parameters) => {
    const selection = selectionOf(parameters.expression())
    const steps = parameters.wholeSteps()
    const patterns = await logql.patterns(readerOf(request), selection, steps)
    return patterns.slice(0, maxPatterns).map(({ pattern, level, counts }) => ({
      pattern,
      level,
      samples: [...counts]
        .sort(([a], [b]) => a - b)
        .map(([i, count]) => [Math.floor((steps.start + i * steps.step) / 1_000_000), count]),
    }))
  })
}
