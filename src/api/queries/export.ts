import { hostname } from 'node:os'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { TriggerResults } from '../../metadata/triggers/trigger-results.ts'
import type { ReadTriggerResults } from '../../query/decorations/trigger-data.ts'
import type { Snapshot, SnapshotSource } from '../../query/snapshot.ts'
import type { ReportJob, ReportRenderer } from '../../reports/document/job.ts'
import { fileKind, fileNameOf } from '../../reports/files/file-name.ts'
import { isApproximate } from '../../reports/sections/section.ts'
import { queryTitle } from '../../reports/sections/title.ts'
import { Fault } from '../../schema/fault.ts'
import { type ExportFormat, exportFormats } from '../../schema/reports/export-format.ts'
import { zoneNamed } from '../../time/zone.ts'
import { readerOf } from '../auth/access.ts'
import { storeFaults } from '../description/faults.ts'
import { firedViewerOf } from '../events/fired-viewer.ts'
import { accepts, withoutParameters } from '../http/answers/accept.ts'
import { attachment, downloadName } from '../http/answers/content-disposition.ts'
import { Download } from '../http/answers/download.ts'
import type { App } from '../http/app.ts'
import { parameterFault } from '../http/validation/validation.ts'

/** Maximum time that an export waits for the result of a query. */
const answerTimeoutMs = 60_000

// The table is keyed by format.
const formats = Object.keys(exportFormats) as ExportFormat[]

const ExportQuery = Type.Object({
  ftype: Type.Enum(formats, { default: 'json', description: '`xslx` is another name of `xlsx`' }),
  timezone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 60,
      description: 'IANA time zone of the times in the file; default: the zone of the query',
    }),
  ),
  filename: Type.Optional(
    Type.String({ maxLength: 1_000, description: 'Name of the file; the extension is added' }),
  ),
  add_trigger_data: Type.Optional(
    Type.Boolean({
      description:
        'Add the triggers that fired for the events of a Search, with their actions, in json, csv and xlsx',
    }),
  ),
})

const JsonExport = Type.Record(Type.String(), Type.Unknown(), {
  description: 'For a Search all matching events on one page; for other types the GenericQuery',
})
const binaryFile = { schema: Type.Unsafe<never>({ type: 'string', format: 'binary' }) }
const mediaTypes = [...new Set(formats.map(mediaTypeOf))]

/** GET /api/query/{qid}/export: the result of a query as a file, streamed while it is written. */
export function exportRoute(
  app: App,
  deps: {
    queryService: Pick<SnapshotSource, 'snapshot'>
    renderer: ReportRenderer
    triggerResults: Pick<TriggerResults, 'ofEvents'>
  },
): void {
  const { queryService, renderer, triggerResults } = deps
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort(new Fault('starting', { retryAfter: 5 })))

  app.get(
    '/api/query/:qid/export',
    {
      // A HEAD would also write the file.
      exposeHeadRoute: false,
      config: { access: 'search', alsoProduces: mediaTypes, readsEvents: true },
      schema: {
        summary: 'The results as a file; for a Search all matching events',
        description:
          'Waits up to a minute for the results. csv and json hold every event of a Search (up to MILLRACE_EXPORT_MAX, where that is set), ' +
          'xlsx up to 1,000,000, pdf and docx 2,000; when there are more, `X-Rows-Capped` has their number. `X-Approximate: true` means that numbers are not exact (documents say so themselves). ' +
          'An export that fails midway ends the connection without the last chunk.',
        params: Type.Object({ qid: Type.String({ description: 'query_id' }) }),
        querystring: ExportQuery,
        response: {
          200: {
            description: 'The file; its name is in `Content-Disposition`',
            content: {
              ...Object.fromEntries(mediaTypes.map(type => [type, binaryFile])),
              'application/json': { schema: JsonExport },
            },
          },
        },
        faults: ['conflict', 'overloaded', ...storeFaults],
      },
    },
    async (request, reply) => {
      const { ftype, timezone, filename, add_trigger_data } = request.query
      if (!accepts(request.headers.accept, mediaTypeOf(ftype))) throw new Fault('not_acceptable')
      if (timezone !== undefined && zoneNamed(timezone) === undefined) {
        throw parameterFault({ timezone: `"${timezone}" is not the IANA name of a time zone.` })
      }
      const signal = AbortSignal.any([request.clientGone, closing.signal])
      try {
        const snapshot = await awaitSnapshot(queryService, request, request.params.qid, signal)
        const viewer = firedViewerOf(request)
        const readTriggerResults: ReadTriggerResults | undefined = add_trigger_data
          ? events => triggerResults.ofEvents(viewer, events)
          : undefined
        const job = reportJobOf(snapshot, ftype, timezone ?? snapshot.timezone, readTriggerResults)
        return await sendFile(job, filename, renderer, request, reply, signal)
      } catch (error) {
        // Sends nothing, since the connection has closed.
        if (request.clientGone.aborted) return reply.hijack()
        throw error
      }
    },
  )
}

/**
 * Waits for the result. Throws conflict if that takes too long, or the query was stopped without a result.
 */
async function awaitSnapshot(
  queryService: Pick<SnapshotSource, 'snapshot'>,
  request: FastifyRequest,
  id: string,
  signal: AbortSignal,
): Promise<Snapshot> {
  const timeout = AbortSignal.timeout(answerTimeoutMs)
  try {
    const snapshot = await queryService.snapshot(readerOf(request), id, AbortSignal.any([signal, timeout]))
    const { results } = snapshot.query
    if (Array.isArray(results) || 'totals' in results) return snapshot
    throw new Fault('conflict', { detail: 'The query was stopped before it had a result.' })
  } catch (error) {
    if (!timeout.aborted || signal.aborted) throw error
    throw new Fault('conflict', { detail: 'The query is not finished yet. Export it later.' })
  }
}

function reportJobOf(
  snapshot: Snapshot,
  format: ExportFormat,
  timezone: string,
  readTriggerResults: ReadTriggerResults | undefined,
): ReportJob {
  const title = queryTitle(snapshot.query)
  return {
    format,
    title,
    kind: 'query',
    parts: [{ title, answer: snapshot, ...(readTriggerResults && { readTriggerResults }) }],
    timezone,
    generatedAt: Math.floor(Date.now() / 1000),
    host: hostname(),
  }
}

/** Starts the answer with the first bytes of the file. */
async function sendFile(
  job: ReportJob,
  requestedName: string | undefined,
  renderer: ReportRenderer,
  request: FastifyRequest,
  reply: FastifyReply,
  signal: AbortSignal,
): Promise<FastifyReply> {
  const download = new Download()
  const rendered = renderer.render(job, download, signal).then(
    () => download.end(),
    error => {
      // Before the first bytes an error can still be answered.
      if (!download.hasStarted) throw error
      // Ends the connection without the last chunk, so that the client notices the incomplete file.
      download.destroy(error instanceof Error ? error : new Error(String(error)))
      if (!signal.aborted)
        request.log.warn({ err: error, route: request.routeOptions.url }, 'an export failed midway')
    },
  )
  await Promise.race([download.started, rendered])
  if (download.errored) throw download.errored
  const { mediaType, extension } = fileKind(job.format, 'query')
  const name =
    (requestedName === undefined ? undefined : downloadName(requestedName, extension)) ??
    fileNameOf(job.title, job.generatedAt, job.timezone, extension)
  const matchCount = matchCountOf(job)
  if (matchCount > renderer.maxRows(job.format)) reply.header('x-rows-capped', matchCount)
  if (job.parts.some(({ answer }) => 'query' in answer && isApproximate(answer.query.results)))
    reply.header('x-approximate', 'true')
  return reply.type(mediaType).header('content-disposition', attachment(name)).send(download)
}

function matchCountOf({ parts: [part] }: ReportJob): number {
  return part !== undefined && 'query' in part.answer ? (part.answer.events?.matching ?? 0) : 0
}

function mediaTypeOf(format: ExportFormat): string {
  return withoutParameters(exportFormats[format].mediaType)
}
