import type { FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { TagList } from '../../query/dictionaries/tag-list.ts'
import { streamLabels, tagLabel } from '../../query/logql/labels.ts'
import type { LogqlReader, LogqlReads, Selection } from '../../query/logql/logql-reads.ts'
import { parseLogql, parseLogqlSelector } from '../../query/logql/syntax/parse.ts'
import { printLogql } from '../../query/logql/syntax/print.ts'
import type { App } from '../app.ts'
import { callerOf, valueReaderOf } from '../auth/access.ts'
import { pathParameter } from '../http/path-parameters.ts'
import type { LiveHub } from '../live/hub.ts'
import { asksToCategorize, categorizeLabels, matrixOf, sampleOf, streamsOf, vectorOf } from './answers.ts'
import { badParameter, installLokiErrors } from './errors.ts'
import { floorMicros, LokiParameters, secondsOf } from './parameters.ts'
import { lokiTailRoute } from './tail-route.ts'

export interface LokiDeps {
  version: string
  logql: Pick<LogqlReads, 'lines' | 'metric' | 'streams' | 'labelValues' | 'changes'>
  tags: Pick<TagList, 'list'>
  /** Looks after websockets. */
  hub: LiveHub
  /** Unix milliseconds. */
  now?: () => number
}

/** Names of tags in a list of labels. */
const maxTagNames = 1_000
/** Above so many occurrences, index/stats does not add up the bytes of lines: Grafana asks while somebody types. */
const maxEntriesForBytes = 10_000_000
/** Selectors of one request for series, each of which reads the store. */
const maxSelectors = 20
/** Labels by which volumes are told apart. */
const maxTargetLabels = 50
/** Streams in an answer of series. */
const maxStreams = 10_000
const defaultVolumes = 100

/** Names of tags that LogQL can write. */
const labelName = /^[A-Za-z_][A-Za-z0-9_]*$/

const LokiAnswer = Type.Object({ status: Type.Literal('success'), data: Type.Unknown() })
const IndexStats = Type.Object({
  streams: Type.Integer(),
  chunks: Type.Integer(),
  bytes: Type.Integer(),
  entries: Type.Integer(),
})
const BuildInfo = Type.Record(Type.String(), Type.String())

/** The read interface of Loki under /loki/api/v1, for Grafana and logcli (docs/grafana.md). Not in the API description: it is Loki's. */
export async function lokiRoutes(app: App, deps: LokiDeps): Promise<void> {
  const { logql, tags, version, now = Date.now } = deps
  installLokiErrors(app)
  lokiTailRoute(app, deps)
  const get = (
    path: string,
    answer: TSchema,
    handler: (request: FastifyRequest, parameters: LokiParameters) => Promise<unknown>,
  ) =>
    app.get(
      `/loki/api/v1${path}`,
      {
        compress: {},
        config: { access: 'search', accessKeys: true, alsoProduces: ['text/plain'] },
        schema: { hide: true, response: { 200: answer } },
      },
      request => handler(request, new LokiParameters(request, now())),
    )
  const data = (
    path: string,
    handler: (request: FastifyRequest, parameters: LokiParameters) => Promise<unknown>,
  ) =>
    get(path, LokiAnswer, async (request, parameters) => ({
      status: 'success',
      data: await handler(request, parameters),
    }))

  data('/query_range', async (request, parameters) => {
    const text = parameters.expression()
    const expression = parseLogql(text)
    const reader = readerOf(request)
    const started = performance.now()
    if (expression.kind !== 'log') {
      const steps = parameters.steps()
      const matrix = await matrixOf(await logql.metric(reader, expression, text, steps), steps)
      return { ...matrix, stats: statsOf(started) }
    }
    const events = await logql.lines(reader, { log: expression, text }, parameters.lines())
    const categorized = asksToCategorize(request)
    return {
      resultType: 'streams',
      result: streamsOf(events, categorized),
      stats: statsOf(started, events.length),
      ...(categorized && { encodingFlags: [categorizeLabels] }),
    }
  })

  data('/query', async (request, parameters) => {
    const text = parameters.expression()
    const expression = parseLogql(text)
    if (expression.kind === 'log')
      throw badParameter(
        'log queries are not supported as an instant query type, please change your query to a range query type',
      )
    const started = performance.now()
    const moment = floorMicros(parameters.time())
    const steps = { start: moment, step: 1, count: 1 }
    const operand = await logql.metric(readerOf(request), expression, text, steps)
    const ranking = expression.kind === 'aggregation' ? expression.fn : undefined
    const isRanked = ranking === 'topk' || ranking === 'bottomk' ? ranking : undefined
    return { ...vectorOf(operand, moment, isRanked), stats: statsOf(started) }
  })

  for (const path of ['/labels', '/label']) {
    data(path, async (request, parameters) => {
      const { from, to } = secondsOf(parameters.range())
      // Stamps of zero would mean now.
      const range = { ts_from: Math.max(1, from), ts_to: Math.max(1, from, to) }
      const query = { range, prefix: '', limit: maxTagNames }
      const { list } = await tags.list(valueReaderOf(request), query, request.clientGone)
      const names = list.map(({ name }) => tagLabel(name)).filter(name => labelName.test(name))
      return [...new Set([...streamLabels, 'detected_level', ...names])].sort()
    })
  }

  data('/label/:name/values', (request, parameters) => {
    const selection = selectionOf(parameters.text('query'))
    const span = secondsOf(parameters.range())
    return logql.labelValues(readerOf(request), pathParameter(request, 'name'), selection, span)
  })

  data('/series', async (request, parameters) => {
    const span = secondsOf(parameters.range())
    const given = [...parameters.texts('match[]'), ...parameters.texts('match')]
    if (given.length > maxSelectors)
      throw badParameter(`expected at most ${maxSelectors} selectors in match[]`)
    const selections = given.length === 0 ? [undefined] : given.map(selectionOf)
    const reader = readerOf(request)
    const found = new Map<string, object>()
    for (const selection of selections) {
      for (const { labels } of await logql.streams(reader, selection, span))
        found.set(JSON.stringify(labels), labels)
      if (found.size > maxStreams) throw badParameter(`more than ${maxStreams} series; narrow the selection`)
    }
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, labels]) => labels)
  })

  data('/format_query', async (_request, parameters) => printLogql(parseLogql(parameters.expression())))

  data('/index/volume', async (request, parameters) => {
    const text = parameters.expression()
    const span = secondsOf(parameters.range())
    const selection = { log: parseLogqlSelector(text), text }
    const named = parameters.text('targetLabels')?.split(',')
    if (named !== undefined && named.length > maxTargetLabels)
      throw badParameter(`expected at most ${maxTargetLabels} names in targetLabels`)
    const labels = named ?? [...new Set(selection.log.matchers.map(({ label }) => label))]
    const volumes = await logql.streams(readerOf(request), selection, span, 'message_bytes', labels)
    const limit = parameters.text('limit') === undefined ? defaultVolumes : parameters.limit()
    const result = volumes
      .toSorted((a, b) => b.sum - a.sum)
      .slice(0, limit)
      .map(({ labels: metric, sum }) => ({ metric, value: sampleOf(span.to * 1_000_000, sum) }))
    return { resultType: 'vector', result, stats: {} }
  })

  get('/index/stats', IndexStats, async (request, parameters) => {
    const selection = selectionOf(parameters.expression())
    const span = secondsOf(parameters.range())
    const reader = readerOf(request)
    const streams = await logql.streams(reader, selection, span)
    const entries = streams.reduce((total, { sum }) => total + sum, 0)
    // By what the reader sees alone, so that the answer says nothing of other hosts.
    const isCounted = entries <= maxEntriesForBytes
    const [bytes] = isCounted ? await logql.streams(reader, selection, span, 'message_bytes', []) : []
    return { streams: streams.length, chunks: 0, bytes: bytes?.sum ?? 0, entries }
  })

  get('/status/buildinfo', BuildInfo, async () => ({
    version,
    revision: '',
    branch: '',
    buildUser: '',
    buildDate: '',
    goVersion: '',
  }))
}

function readerOf(request: FastifyRequest): LogqlReader {
  const { user, hosts } = callerOf(request)
  return { userId: user.id, hosts, signal: request.clientGone }
}

function selectionOf(text: string | undefined): Selection | undefined {
  return text === undefined ? undefined : { log: parseLogqlSelector(text), text }
}

/** Loki has many more figures, about its own parts. */
function statsOf(started: number, lines?: number) {
  const execTime = (performance.now() - started) / 1_000
  return { summary: { execTime, ...(lines !== undefined && { totalEntriesReturned: lines }) } }
}
