import { Type } from 'typebox'
import { Fault } from '../../schema/fault.ts'
import {
  ArchiveCheck,
  ArchiveCheckRequest,
  ArchivedDayRecord,
  ArchiveRestore,
  ArchiveRestoreRequest,
  ArchiveState,
} from '../../schema/store/archive.ts'
import { callerOf } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { refTo } from '../http/schemas.ts'
import { Page, pageOfArray, pageQuery } from '../http/validation/lists.ts'

/** The archive of old days. */
export interface ArchiveSource {
  state(): ArchiveState
  /** Oldest first. */
  days(): readonly ArchivedDayRecord[]
  /** Reads the files of a day again; undefined: the day is not archived. */
  verify(day: string): Promise<ArchiveCheck | undefined>
  /** The log of restores, oldest first. */
  restores(): readonly ArchiveRestore[]
  /** Begins to restore a day. Throws not_found or conflict. */
  restore(request: Required<ArchiveRestoreRequest>, username: string): Promise<ArchiveRestore>
  /** Days that cannot be archived or read, with the reason. */
  problems(): readonly ArchiveProblem[]
  /** Why the archive as a whole cannot be used at the moment; undefined if it can. */
  away(): string | undefined
}

/** A day that cannot be archived or read. */
export interface ArchiveProblem {
  day: string
  problem: string
}

const withoutArchive: ArchiveState = {
  is_configured: false,
  days: 0,
  bytes: 0,
  first_day: null,
  last_day: null,
  after_days: null,
  retention_days: null,
}

const config = { access: 'manage_retention' } as const

/** The archive of old days: its size for all users, everything else for holders of manage_retention. */
export function archiveRoutes(app: App, archive: ArchiveSource | undefined): void {
  app.addSchema(ArchiveState)
  app.addSchema(ArchivedDayRecord)
  app.addSchema(ArchiveRestore)
  app.addSchema(ArchiveRestoreRequest)
  app.addSchema(ArchiveCheckRequest)
  app.get(
    '/api/archive',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Size of the archive of old days',
        description: 'What `with_archive` reads beside the days of the store.',
        response: { 200: refTo(ArchiveState) },
      },
    },
    async () => archive?.state() ?? withoutArchive,
  )
  app.get(
    '/api/archive/days',
    {
      config,
      schema: {
        summary: 'Archived days, the newest first',
        querystring: Type.Object(pageQuery),
        response: { 200: Page(refTo(ArchivedDayRecord)) },
      },
    },
    async ({ query }) => await pageOfArray(query, (archive?.days() ?? []).toReversed()),
  )
  app.post(
    '/api/archive/verify',
    {
      config,
      schema: {
        summary: 'Check the files of an archived day',
        description:
          'Reads all of its files again, and compares them with what was written. Takes a second for a million events.',
        body: refTo(ArchiveCheckRequest),
        faults: ['not_found'],
        response: { 200: ArchiveCheck },
      },
    },
    async ({ body }) => {
      const check = await archive?.verify(body.day)
      if (check === undefined) throw new Fault('not_found')
      return check
    },
  )
  app.get(
    '/api/archive-restore-logs',
    {
      config,
      schema: {
        summary: 'Restores of archived days, the newest first',
        description: 'At most the last 1,000.',
        querystring: Type.Object(pageQuery),
        response: { 200: Page(refTo(ArchiveRestore)) },
      },
    },
    async ({ query }) => await pageOfArray(query, (archive?.restores() ?? []).toReversed()),
  )
  app.post(
    '/api/archive-restore-logs',
    {
      config,
      schema: {
        summary: 'Restore an archived day',
        description:
          'Brings the events of a day back into the store, all at once, where queries without `with_archive` find them too. The archive keeps the day. Answered at once: the log of restores shows the outcome.',
        body: refTo(ArchiveRestoreRequest),
        faults: ['not_found', 'conflict'],
        response: { 202: refTo(ArchiveRestore) },
      },
    },
    async (request, reply) => {
      if (archive === undefined) throw new Fault('not_found')
      const { day, keep_days = 7 } = request.body
      reply.code(202)
      return await archive.restore({ day, keep_days }, callerOf(request).user.username)
    },
  )
}
