import { Readable } from 'node:stream'
import { type Static, Type } from 'typebox'
import type { AuditFilter } from '../../metadata/audit/audit-log.ts'
import { CsvByteWriter } from '../../reports/text/csv-byte-writer.ts'
import { AuditEntry, auditActions, auditObjects, auditResults } from '../../schema/people/audit.ts'
import { attachment } from '../http/answers/content-disposition.ts'
import type { App } from '../http/app.ts'
import { refTo, stringEnum } from '../http/schemas.ts'
import { offsetAndLimit, Page, pagePosition, pageQuery } from '../http/validation/lists.ts'
import type { AuditRepository } from './install-audit.ts'

// The type of Object.keys is string[].
const columns = Object.keys(AuditEntry.properties) as (keyof AuditEntry)[]

const access = 'audit'
/** The last second of the year 9999. */
const maxSeconds = 253_402_300_799
const timeBound = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: maxSeconds, description }))

const filterQuery = {
  user_id: Type.Optional(Type.Integer({ description: 'Only entries of this user' })),
  action: Type.Array(Type.Enum([...auditActions]), {
    default: [],
    maxItems: auditActions.length,
    description: 'Only entries of these actions, comma-separated',
  }),
  object: Type.Array(Type.Enum([...auditObjects]), {
    default: [],
    maxItems: auditObjects.length,
    description: 'Only entries about objects of these kinds, comma-separated',
  }),
  object_id: Type.Optional(
    Type.String({ maxLength: 200, description: 'Only entries about the object with this id' }),
  ),
  result: Type.Optional(stringEnum(auditResults, { description: 'Only entries with this result' })),
  since: timeBound('At or after; Unix seconds'),
  until: timeBound('Before; Unix seconds'),
}
const FilterQuery = Type.Object(filterQuery)
type FilterQuery = Static<typeof FilterQuery>

const formats = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' } as const

/** Routes that list and export the audit log: changes with their user and object, newest first. */
export function auditRoutes(app: App, audit: AuditRepository): void {
  app.addSchema(AuditEntry)

  app.get(
    '/api/audit',
    {
      compress: {},
      config: { access },
      schema: {
        summary: 'Who did what to which object, newest first',
        querystring: Type.Object({ ...pageQuery, ...filterQuery }),
        response: { 200: Page(refTo(AuditEntry)) },
      },
    },
    async request => {
      const { objects, itemCount } = await audit.list(filterOf(request.query), offsetAndLimit(request.query))
      return { objects, ...pagePosition(request.query, itemCount) }
    },
  )

  app.get(
    '/api/audit/export',
    {
      exposeHeadRoute: false,
      config: { access, alsoProduces: ['text/csv'] },
      schema: {
        summary: 'All entries that match the filter as a file, newest first; the export itself adds an entry',
        querystring: Type.Object({
          ...filterQuery,
          ftype: stringEnum(['csv', 'json'], { default: 'csv', description: 'Format of the file' }),
        }),
        response: {
          200: {
            description: 'The file; its name is in `Content-Disposition`',
            content: {
              'text/csv': { schema: Type.Unsafe<never>({ type: 'string', format: 'binary' }) },
              'application/json': { schema: Type.Unsafe<Readable>(Type.Array(refTo(AuditEntry))) },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { ftype } = request.query
      const entries = audit.each(filterOf(request.query))
      const file = Readable.from(ftype === 'csv' ? auditCsv(entries) : auditJson(entries), {
        objectMode: false,
      })
      return reply
        .type(formats[ftype])
        .header('content-disposition', attachment(`audit.${ftype}`))
        .send(file)
    },
  )
}

function filterOf({ user_id, action, object, object_id, result, since, until }: FilterQuery): AuditFilter {
  return {
    actions: action,
    objects: object,
    ...(user_id !== undefined && { userId: user_id }),
    ...(object_id !== undefined && { objectId: object_id }),
    ...(result !== undefined && { result }),
    ...(since !== undefined && { since: Math.round(since * 1_000_000) }),
    ...(until !== undefined && { until: Math.round(until * 1_000_000) }),
  }
}

/** RFC 4180 with a header of member names. `at_date` is the time in UTC; `changes` is JSON. */
async function* auditCsv(pages: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<Buffer> {
  const out = new CsvByteWriter()
  writeRow(out, ['at_date', ...columns])
  for await (const entries of pages) {
    for (const entry of entries)
      writeRow(out, [new Date(entry.at * 1_000).toISOString(), ...columns.map(name => entry[name])])
    yield Buffer.from(out.take())
  }
  yield Buffer.from(out.take())
}

async function* auditJson(pages: AsyncIterable<readonly AuditEntry[]>): AsyncGenerator<Buffer> {
  let separator = '['
  for await (const entries of pages) {
    yield Buffer.from(separator + entries.map(entry => JSON.stringify(entry)).join(',\n'))
    separator = ',\n'
  }
  yield Buffer.from(separator === '[' ? '[]' : ']')
}

function writeRow(out: CsvByteWriter, cells: readonly unknown[]): void {
  for (const [index, cell] of cells.entries()) {
    if (index > 0) out.comma()
    if (typeof cell === 'string') out.text(cell)
    else if (typeof cell === 'number') out.number(cell)
    else if (cell !== null) out.json(JSON.stringify(cell))
  }
  out.endRow()
}
