import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { TagList } from '../../query/dictionaries/tag-list.ts'
import { streamLabels, tagLabel } from '../../query/logql/labels.ts'
import { lineFields } from '../../query/logql/line-fields.ts'
import type { LogqlReads, Selection } from '../../query/logql/logql-reads.ts'
import { isLabelName } from '../../query/logql/pipeline/label-names.ts'
import { linePipeline } from '../../query/logql/pipeline/pipeline.ts'
import { predicateOf } from '../../query/logql/predicate.ts'
import { parseLogql, parseLogqlSelector } from '../../query/logql/syntax/parse.ts'
import { printLogql } from '../../query/logql/syntax/print.ts'
import { Fault } from '../../schema/fault.ts'
import { callerOf, valueReaderOf } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { pathParameter } from '../http/path-parameters.ts'
import type { LiveHub } from '../live/hub.ts'
import {
  asksToCategorize,
  badParameter,
  categorizeLabels,
  installLokiErrors,
  matrixOf,
  maxSeries,
  streamsOf,
  vectorOf,
} from './answers.ts'
import { floorMicros, LokiParameters, maxLines, nanoLines, secondsOf } from './parameters.ts'
import { LokiReadRoutes, logqlReaderOf, selectionOf } from './read-routes.ts'
import { LokiTail, type TailRequest } from './tail.ts'
import { lokiVolumeRoutes } from './volume-routes.ts'

/** How far back a tail starts by default. */
const defaultPastMs = 3_600_000
const maxDelaySeconds = 5

export interface LokiDeps {
  version: string
  logql: Pick<
    LogqlReads,
    | 'lines'
    | 'events'
    | 'pipe'
    | 'metric'
    | 'streams'
    | 'volumes'
    | 'labelValues'
    | 'labelCardinality'
    | 'patterns'
    | 'newestChange'
  >
  tags: Pick<TagList, 'list'>
  hub: LiveHub
  /** Unix milliseconds. */
  now?: () => number
}

/** Maximum tag names in a list of labels. */
const maxTagNames = 1_000
/** Maximum selectors of a request for series; each reads the store. */
const maxSelectors = 20
/** Maximum streams in an answer of series. */
const maxStreams = 10_000

/** Functions whose series at a moment are in the order of their values. */
const orders: Readonly<Partial<Record<string, 'ascending' | 'descending'>>> = {
  topk: 'descending',
  bottomk: 'ascending',
  sort: 'ascending',
  sort_desc: 'descending',
}

const DrilldownLimits = Type.Object({
  limits: Type.Record(Type.String(), Type.Unknown()),
  pattern_ingester_enabled: Type.Boolean(),
  version: Type.String(),
})
const BuildInfo = Type.Record(Type.String(), Type.String())

/**
 * The read interface of Loki for Grafana and logcli (docs/grafana.md): /loki/api/v1, and /ready. Not in the
 * API description, since it is Loki's.
 */
export async function lokiRoutes(app: App, deps: LokiDeps): Promise<void> {
  const { logql, tags, version, now = Date.now } = deps
  installLokiErrors(app)
  lokiTailRoute(app, deps)
  const routes = new LokiReadRoutes(app, now)
  lokiVolumeRoutes(routes, logql)
  lokiDetectedRoutes(routes, logql)

  routes.data('/query_range', async (request, parameters) => {
    const text = parameters.expression()
    const expression = parseLogql(text)
    const reader = logqlReaderOf(request)
    const started = performance.now()
    if (expression.kind !== 'log') {
      const steps = parameters.steps()
      const matrix = await matrixOf(await logql.metric(reader, expression, text, steps), steps)
      return { ...matrix, stats: statsOf(started) }
    }
    const lines = await logql.lines(reader, { log: expression, text }, parameters.lines())
    const categorized = asksToCategorize(request)
    return {
      resultType: 'streams',
      // Before the streams, as in Loki: Grafana's parser reads members in order, and would otherwise find no
      // line.
      ...(categorized && { encodingFlags: [categorizeLabels] }),
      result: streamsOf(lines, categorized),
      stats: statsOf(started, lines.length),
    }
  })

  routes.data('/query', async (request, parameters) => {
    const text = parameters.expression()
    const expression = parseLogql(text)
    if (expression.kind === 'log')
      throw badParameter(
        'log queries are not supported as an instant query type, please change your query to a range query type',
      )
    const started = performance.now()
    const moment = floorMicros(parameters.time())
    const steps = { start: moment, step: 1, count: 1 }
    const operand = await logql.metric(logqlReaderOf(request), expression, text, steps)
    const hasFunction = expression.kind === 'aggregation' || expression.kind === 'sort'
    return {
      ...vectorOf(operand, moment, hasFunction ? orders[expression.fn] : undefined),
      stats: statsOf(started),
    }
  })

  for (const path of ['/labels', '/label']) {
    routes.data(path, async (request, parameters) => {
      const { from, to } = secondsOf(parameters.range())
      // In a time range, 0 means now.
      const range = { ts_from: Math.max(1, from), ts_to: Math.max(1, from, to) }
      const query = { range, prefix: '', limit: maxTagNames }
      const { list } = await tags.list(valueReaderOf(request), query, request.clientGone)
      const names = list.map(({ name }) => tagLabel(name)).filter(name => isLabelName(name))
      return [...new Set([...streamLabels, 'detected_level', 'service_name', ...names])].sort()
    })
  }

  routes.data('/label/:name/values', (request, parameters) => {
    const selection = selectionOf(parameters.text('query'))
    const span = secondsOf(parameters.range())
    return logql.labelValues(logqlReaderOf(request), pathParameter(request, 'name'), selection, span)
  })

  routes.data('/series', async (request, parameters) => {
    const span = secondsOf(parameters.range())
    const selectors = [...parameters.texts('match[]'), ...parameters.texts('match')]
    if (selectors.length > maxSelectors)
      throw badParameter(`expected at most ${maxSelectors} selectors in match[]`)
    const selections = selectors.length === 0 ? [undefined] : selectors.map(selectionOf)
    const reader = logqlReaderOf(request)
    const labelsByKey = new Map<string, object>()
    for (const selection of selections) {
      for (const { labels } of await logql.streams(reader, selection, span))
        labelsByKey.set(JSON.stringify(labels), labels)
      if (labelsByKey.size > maxStreams)
        throw badParameter(`more than ${maxStreams} series; narrow the selection`)
    }
    return [...labelsByKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, labels]) => labels)
  })

  routes.data('/format_query', async (_request, parameters) =>
    printLogql(parseLogql(parameters.expression())),
  )

  routes.fixed('/drilldown-limits', DrilldownLimits, {
    limits: {
      discover_log_levels: true,
      discover_service_name: ['service_name'],
      log_level_fields: ['level', 'detected_level', 'severity'],
      max_entries_limit_per_query: maxLines,
      max_query_series: maxSeries,
      metric_aggregation_enabled: false,
      pattern_persistence_enabled: false,
      volume_enabled: true,
      volume_max_series: 1_000,
    },
    pattern_ingester_enabled: true,
    version,
  })

  app.route({
    method: 'GET',
    url: '/ready',
    config: { access: 'public', produces: 'text/plain' },
    schema: { hide: true },
    handler: async (_request, reply) => await reply.type('text/plain; charset=utf-8').send('ready\n'),
  })

  routes.fixed('/status/buildinfo', BuildInfo, {
    version,
    revision: '',
    branch: '',
    buildUser: '',
    buildDate: '',
    goVersion: '',
  })
}

/** The statistics of an answer. Loki has many more figures, about its internal parts. */
function statsOf(started: number, lines?: number) {
  const execTime = (performance.now() - started) / 1_000
  return { summary: { execTime, ...(lines !== undefined && { totalEntriesReturned: lines }) } }
}

/** GET /loki/api/v1/tail: a websocket with new lines. */
function lokiTailRoute(
  app: App,
  {
    logql,
    hub,
    now = Date.now,
  }: { logql: Pick<LogqlReads, 'events' | 'pipe' | 'newestChange'>; hub: LiveHub; now?: () => number },
): void {
  app.route({
    method: 'GET',
    url: '/loki/api/v1/tail',
    exposeHeadRoute: false,
    config: { access: 'search', accessKeys: true, alsoProduces: ['text/plain'], takesWebsockets: true },
    schema: { hide: true },
    handler: async () => {
      throw badParameter('this address takes websocket connections only')
    },
    // Before the handshake, so that faults get an HTTP answer.
    onRequest: async request => {
      tailRequestOf(request, now())
      if (request.ws && !hub.makeRoomFor(callerOf(request))) throw new Fault('overloaded', { retryAfter: 10 })
    },
    wsHandler: (socket, request) => {
      const { credential } = request
      if (credential === null) throw new Fault('not_authenticated')
      const tail = new LokiTail(socket, callerOf(request), tailRequestOf(request, now()), {
        source: logql,
        log: request.log,
      })
      hub.add(tail, credential)
      socket.on('close', () => hub.remove(tail))
    },
  })
}

function tailRequestOf(request: FastifyRequest, nowMs: number): TailRequest {
  const parameters = new LokiParameters(request, nowMs)
  const text = parameters.expression()
  const selection = { log: parseLogqlSelector(text), text }
  // Both throw for an expression that is not supported.
  predicateOf(selection.log, text)
  linePipeline(selection.log, text)
  const delay = parameters.text('delay_for') ?? '0'
  if (!/^\d{1,3}$/.test(delay))
    throw badParameter(`could not parse 'delay_for' parameter: "${delay}" is no integer`)
  if (Number(delay) > maxDelaySeconds)
    throw badParameter(`delay_for can't be greater than ${maxDelaySeconds}`)
  return {
    selection,
    from: floorMicros(parameters.moment('start', Math.max(0, nowMs - defaultPastMs))),
    limit: parameters.limit(),
    delayMs: Number(delay) * 1_000,
    categorized: asksToCategorize(request),
  }
}

const defaultFields = 1_000
/** Maximum pairs of a pattern and a level in one answer, equal to Grafana's. */
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
function lokiDetectedRoutes(
  routes: LokiReadRoutes,
  logql: Pick<LogqlReads, 'lines' | 'labelValues' | 'labelCardinality' | 'patterns'>,
): void {
  routes.read('/detected_labels', DetectedLabels, async (request, parameters) => {
    const selection = optionalSelectionOf(parameters)
    const span = secondsOf(parameters.range())
    const detectedLabels = []
    // One after the other, since the reads of a user are queued anyway.
    for (const label of streamLabels) {
      const cardinality = await logql.labelCardinality(logqlReaderOf(request), label, selection, span)
      if (cardinality > 0) detectedLabels.push({ label, cardinality })
    }
    return { detectedLabels }
  })

  routes.read('/detected_fields', DetectedFields, async (request, parameters) => {
    const selection = selectionOf(parameters.expression())
    const limit = parameters.limit(defaultFields)
    const query = { ...nanoLines(parameters.range()), limit: parameters.sampledLines(), newestFirst: true }
    const fields = lineFields(await logql.lines(logqlReaderOf(request), selection, query)).slice(0, limit)
    // The fields are tags, whose values are texts. Parsers are not tried.
    return { fields: fields.map(field => ({ ...field, type: 'string', parsers: null })), limit }
  })

  routes.read('/detected_field/:name/values', DetectedValues, async (request, parameters) => {
    const name = pathParameter(request, 'name')
    const selection = optionalSelectionOf(parameters)
    const limit = parameters.limit(defaultFields)
    const span = secondsOf(parameters.range())
    const values = isLabelName(name)
      ? await logql.labelValues(logqlReaderOf(request), name, selection, span, limit)
      : []
    return { values, limit }
  })

  routes.data('/patterns', async (request, parameters) => {
    const selection = selectionOf(parameters.expression())
    const steps = parameters.wholeSteps()
    const patterns = await logql.patterns(logqlReaderOf(request), selection, steps)
    return patterns.slice(0, maxPatterns).map(({ pattern, level, counts }) => ({
      pattern,
      level,
      samples: [...counts]
        .sort(([a], [b]) => a - b)
        .map(([i, count]) => [Math.floor((steps.start + i * steps.step) / 1_000_000), count]),
    }))
  })
}

/** The selection in `query`. undefined, also for `{}`, which LogQL does not allow: all events. */
function optionalSelectionOf(parameters: LokiParameters): Selection | undefined {
  const text = parameters.text('query')
  return selectionOf(text === '{}' ? undefined : text)
}
