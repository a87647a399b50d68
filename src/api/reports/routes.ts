import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { ReportFile, ReportViewer } from '../../metadata/reports/reports.ts'
import type { QueryService } from '../../query/query-service.ts'
import type { Author } from '../../reports/files/author.ts'
import { mediaTypeOf } from '../../reports/files/file-name.ts'
import type { ReportService } from '../../reports/report-service.ts'
import { hasErrorCode } from '../../schema/error-code.ts'
import { Fault } from '../../schema/fault.ts'
import { exportFormats } from '../../schema/reports/export-format.ts'
import {
  NewReport,
  ReportSchedule,
  ReportScheduleDraft,
  ReportSchedulePatch,
  reportOrderFields,
  ShortReport,
  scheduleOrderFields,
} from '../../schema/reports/report.ts'
import { callerOf } from '../auth/access.ts'
import { editorOf, queryFaults } from '../dashboards/editor.ts'
import { accepts, withoutParameters } from '../http/answers/accept.ts'
import { attachment, downloadName } from '../http/answers/content-disposition.ts'
import type { App } from '../http/app.ts'
import { ObjectId, objectIdOf } from '../http/path-parameters.ts'
import { refTo } from '../http/schemas.ts'
import { objectId } from '../resources/resource.ts'
import { resourceRoutes } from '../resources/resource-routes.ts'
import { parseByteRange } from './byte-range.ts'
import type { ReportDeps } from './deps.ts'

const showAll = Type.Boolean({
  default: false,
  description: 'Also reports of other users; requires manage_reports',
})
const rights = 'Its reports have the rights of its owner, who also needs `search`.'

/** Reports and their schedules: the caller's; holders of manage_reports see all. */
export function reportRoutes(app: App, deps: ReportDeps): void {
  const { reports, queryService } = deps
  resourceRoutes(app, {
    path: '/api/reports',
    key: objectId,
    access: 'reports',
    caller: request => authorOf(request, queryService),
    item: ShortReport,
    list: {
      summary: 'Generated reports',
      compress: true,
      orderBy: reportOrderFields,
      query: {
        show_all: showAll,
        schedule_id: Type.Optional(Type.Integer({ minimum: 1, description: 'Created by this schedule' })),
      },
      run: (page, viewer, { show_all, schedule_id }) =>
        reports.list(viewer, {
          ...page,
          showAll: show_all,
          ...(schedule_id !== undefined && { scheduleId: schedule_id }),
        }),
    },
    create: {
      summary: 'Create a report of a query or a dashboard',
      description: 'Rendered in the background with the rights of the caller, who also needs `search`.',
      faults: ['conflict', 'overloaded', ...queryFaults],
      body: NewReport,
      status: 202,
      run: (body, author) => reports.create(author, body),
    },
    get: { summary: 'One report', run: (id, viewer) => reports.get(viewer, id) },
    delete: {
      summary: 'Delete a report and its file; stops one that is running',
      run: (id, viewer) => reports.remove(viewer, id),
    },
  })
  fileRoute(app, reports)
  scheduleRoutes(app, deps)
}

/** Schedules: the caller's; holders of manage_reports see all. */
function scheduleRoutes(app: App, { reports, queryService }: ReportDeps): void {
  resourceRoutes(app, {
    path: '/api/reports-schedules',
    key: objectId,
    access: 'reports',
    caller: request => authorOf(request, queryService),
    item: ReportSchedule,
    list: {
      summary: 'Schedules of reports',
      compress: true,
      orderBy: scheduleOrderFields,
      query: { show_all: showAll },
      run: (page, viewer, { show_all }) => reports.schedules(viewer, { ...page, showAll: show_all }),
    },
    create: {
      summary: 'Create a schedule',
      description: rights,
      faults: ['conflict', ...queryFaults],
      body: ReportScheduleDraft,
      status: 201,
      run: (draft, author) => reports.createSchedule(author, draft),
    },
    get: { summary: 'One schedule', run: (id, viewer) => reports.schedule(viewer, id) },
    patch: {
      summary: 'Change a schedule; only its owner changes the query and the recipients',
      faults: ['conflict', ...queryFaults],
      body: ReportSchedulePatch,
      run: (id, patch, author) => reports.updateSchedule(author, id, patch),
    },
    replace: {
      summary: 'Replace a schedule; only its owner changes the query and the recipients',
      faults: ['conflict', ...queryFaults],
      body: ReportScheduleDraft,
      run: (id, draft, author) => reports.replaceSchedule(author, id, draft),
    },
    delete: {
      summary: 'Delete a schedule; its reports stay',
      run: (id, viewer) => reports.removeSchedule(viewer, id),
    },
  })

  app.post(
    '/api/reports-schedules/:id/run',
    {
      config: {
        access: 'reports',
        exists: request => reports.schedule(reportViewerOf(request), objectIdOf(request)),
      },
      schema: {
        summary: 'Create a report of a schedule now, independent of its next run',
        description: rights,
        params: ObjectId,
        response: { 202: refTo(ShortReport) },
        faults: ['conflict', 'overloaded'],
      },
    },
    async (request, reply) =>
      reply.code(202).send(await reports.run(authorOf(request, queryService), request.params.id)),
  )
}

const mediaTypes = [
  ...new Set([
    ...Object.values(exportFormats).map(({ mediaType }) => withoutParameters(mediaType)),
    'application/zip',
  ]),
]
const content = Object.fromEntries(
  mediaTypes.map(type => [type, { schema: Type.Unsafe<never>({ type: 'string', format: 'binary' }) }]),
)

type LocatedFile = ReportFile & { path: string }

/** GET /api/reports/{id}/file, whole or as a byte range. */
function fileRoute(app: App, reports: Pick<ReportService, 'get' | 'file'>): void {
  app.get(
    '/api/reports/:id/file',
    {
      config: {
        access: 'reports',
        alsoProduces: mediaTypes,
        exists: request => reports.get(reportViewerOf(request), objectIdOf(request)),
      },
      schema: {
        summary: 'The file of a report',
        description:
          'A part of it with `Range: bytes=...`; with `If-Range` only while the file is the same. The reader must have ' +
          'access to every host whose events it may contain (403 otherwise).',
        params: ObjectId,
        querystring: Type.Object({
          saveas: Type.Optional(
            Type.String({ maxLength: 1_000, description: 'Name of the file; the extension is added' }),
          ),
        }),
        response: {
          200: { description: 'The file; its name is in `Content-Disposition`', content },
          206: { description: 'The requested part', content },
        },
        faults: ['conflict', 'range_not_satisfiable'],
      },
    },
    async (request, reply) => {
      const file = await reports.file(reportViewerOf(request), request.params.id)
      refuseHiddenHosts(callerOf(request).hosts, file)
      const type = mediaTypeOf(file.name)
      if (!accepts(request.headers.accept, withoutParameters(type))) throw new Fault('not_acceptable')
      const { saveas } = request.query
      const extension = path.extname(file.name).slice(1)
      const name = (saveas === undefined ? undefined : downloadName(saveas, extension)) ?? file.name
      reply
        .type(type)
        .header('content-disposition', attachment(name))
        .header('accept-ranges', 'bytes')
        .header('etag', entityTagOf(file))
        .header('last-modified', lastModifiedOf(file))
      return send(request, reply, file)
    },
  )
}

/** Throws permission_denied if the file may contain events of hosts that the reader may not see. */
function refuseHiddenHosts(hosts: readonly string[], file: ReportFile): void {
  if (hosts.includes('*') || file.hosts.every(host => hosts.includes(host))) return
  throw new Fault('permission_denied', { detail: 'It may hold events of hosts that you may not see.' })
}

async function send(request: FastifyRequest, reply: FastifyReply, file: LocatedFile): Promise<FastifyReply> {
  const { size } = file
  const range = isUnchanged(request, file) ? parseByteRange(request.headers.range, size) : 'whole'
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`)
    throw new Fault('range_not_satisfiable')
  }
  const { from, to } = range === 'whole' ? { from: 0, to: size - 1 } : range
  const handle = await openFile(file)
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`)
  reply.header('content-length', to - from + 1)
  if (request.method === 'HEAD' || to < from) {
    await handle.close()
    return reply.send(Readable.from([]))
  }
  return reply.send(handle.createReadStream({ start: from, end: to }))
}

/** Throws not_found if the file was deleted. */
async function openFile(file: LocatedFile): Promise<FileHandle> {
  try {
    return await open(file.path, 'r')
  } catch (error) {
    if (!hasErrorCode(error, 'ENOENT')) throw error
    throw new Fault('not_found', { detail: 'The file of this report no longer exists.', cause: error })
  }
}

/** Whether If-Range (RFC 9110, 13.1.5) is absent or names the current file. */
function isUnchanged({ headers }: FastifyRequest, file: LocatedFile): boolean {
  const condition = headers['if-range']
  return condition === undefined || condition === entityTagOf(file) || condition === lastModifiedOf(file)
}

/** A report is rendered once, so id and time identify its bytes. */
function entityTagOf({ id, finishedAt, size }: LocatedFile): string {
  return `"${id}-${Math.round(finishedAt * 1_000_000).toString(36)}-${size.toString(36)}"`
}

function lastModifiedOf({ finishedAt }: LocatedFile): string {
  return new Date(Math.floor(finishedAt) * 1_000).toUTCString()
}

function reportViewerOf(request: FastifyRequest): ReportViewer {
  const { user, permissions } = callerOf(request)
  return { userId: user.id, managesReports: permissions.has('manage_reports') }
}

function authorOf(request: FastifyRequest, queryService: Pick<QueryService, 'validate'>): Author {
  return {
    ...editorOf(request, queryService),
    ...reportViewerOf(request),
    maySearch: callerOf(request).permissions.has('search'),
  }
}
