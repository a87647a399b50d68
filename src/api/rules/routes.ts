import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { readRuleFile, readRuleFileText } from '../../ingest/rules/read-file.ts'
import { formatFault } from '../../ingest/rules/rule-faults.ts'
import { maxRuleTextLength } from '../../ingest/rules/rule-text.ts'
import { Fault } from '../../schema/fault.ts'
import { isObject } from '../../schema/json-object.ts'
import {
  RuleFaultRecord,
  type RuleFile,
  RuleFileDraft,
  RuleFilePatch,
  RuleFileRecord,
  RuleFileSummary,
  RuleOutcome,
  RuleRecord,
  RuleTrial,
  RuleValidation,
} from '../../schema/rule.ts'
import type { App } from '../app.ts'
import { Page, pageOfArray, pageQuery } from '../http/lists.ts'
import { noContent, refTo } from '../http/schemas.ts'
import { type RuleRegistry, refuseFaulty, type SubmittedRules } from './rule-registry.ts'
import { RuleWorkers } from './rule-workers.ts'

/** Characters of a text of rules that are read at once; longer ones in a thread, for it may take a minute. */
const maxInlineCharacters = 16_384
/** The same of content: so many rules. */
const maxInlineRules = 100

const FileName = Type.Object({ name: Type.String({ description: 'Name of the file' }) })
const access = 'manage_rules'
/** A text of the largest file as JSON, in which line breaks and quotes take two bytes. */
const bodyLimit = 2 * maxRuleTextLength + 1024 ** 2
const one = { 200: refTo(RuleFileRecord) }

/** Files of rules: what there is, what they do, and changing them. For holders of manage_rules. */
export function ruleRoutes(app: App, book: RuleRegistry): void {
  for (const shape of [
    RuleFaultRecord,
    RuleRecord,
    RuleFileSummary,
    RuleFileRecord,
    RuleFileDraft,
    RuleFilePatch,
    RuleValidation,
    RuleTrial,
    RuleOutcome,
  ])
    app.addSchema(shape)
  const threads = new RuleWorkers()
  app.addHook('onClose', () => threads.close())
  const exists = (request: FastifyRequest) => book.get(nameOf(request))

  app.get(
    '/api/rules',
    {
      config: { access },
      schema: {
        summary: 'Files of rules, in the order in which they are applied',
        querystring: Type.Object(pageQuery),
        response: { 200: Page(refTo(RuleFileSummary)) },
      },
    },
    async request => pageOfArray(request.query, await book.list()),
  )

  app.post(
    '/api/rules',
    {
      config: { access, bodyLimit },
      schema: {
        summary: 'Make a file of rules; it is in force with the answer',
        body: refTo(RuleFileDraft),
        response: one,
        faults: ['conflict'],
      },
    },
    async ({ body }) =>
      book.create(body.name, await readSubmittedRules(body.name, body, threads), body.is_enabled ?? true),
  )

  app.post(
    '/api/rules/validate',
    {
      config: { access, bodyLimit },
      schema: {
        summary: 'Check the content of a file of rules',
        body: refTo(RuleValidation),
        response: {
          200: Type.Object({
            is_valid: Type.Boolean(),
            rule_count: Type.Integer(),
            errors: Type.Array(refTo(RuleFaultRecord)),
            warnings: Type.Optional(Type.Array(refTo(RuleFaultRecord))),
          }),
        },
      },
    },
    async ({ body }) => {
      const read =
        body.content === undefined && body.text === undefined
          ? readRuleFile('content', undefined)
          : await readSubmittedRules('content', body, threads)
      const { warnings } = read
      return 'file' in read
        ? { is_valid: true, rule_count: read.file.rules.length, errors: [], ...(warnings && { warnings }) }
        : { is_valid: false, rule_count: 0, errors: read.faults, ...(warnings && { warnings }) }
    },
  )

  app.post(
    '/api/rules/test',
    {
      config: { access, bodyLimit },
      schema: {
        summary: 'What rules make of events: those in force, or the content given',
        body: refTo(RuleTrial),
        response: { 200: Type.Object({ results: Type.Array(refTo(RuleOutcome)) }) },
        faults: ['overloaded'],
      },
    },
    async ({ body }) => ({
      results: await threads.run({
        kind: 'try',
        files: await filesFor(body, book, threads),
        events: body.events,
        formats: book.automaticFields,
      }),
    }),
  )

  app.post(
    '/api/rules/reload',
    {
      config: { access },
      schema: {
        summary: 'Read all files of rules anew and put them in force',
        response: { 200: Type.Object({ objects: Type.Array(refTo(RuleFileSummary)) }) },
      },
    },
    async () => ({ objects: await book.reload() }),
  )

  app.get(
    '/api/rules/:name',
    {
      config: { access, exists },
      schema: { summary: 'One file of rules, and what its rules did', params: FileName, response: one },
    },
    exists,
  )

  app.patch(
    '/api/rules/:name',
    {
      config: { access, exists, bodyLimit },
      schema: {
        summary: 'Change a file of rules, rename it, turn it on or off',
        params: FileName,
        body: refTo(RuleFilePatch),
        response: one,
        faults: ['conflict'],
      },
    },
    async ({ params, body }) =>
      book.update(params.name, {
        ...(body.name !== undefined && { name: body.name }),
        ...((body.content !== undefined || body.text !== undefined) && {
          given: await readSubmittedRules(params.name, body, threads),
        }),
        ...(body.is_enabled !== undefined && { isEnabled: body.is_enabled }),
      }),
  )

  app.delete(
    '/api/rules/:name',
    {
      config: { access, exists },
      schema: {
        summary: 'Delete a file of rules',
        params: FileName,
        response: { 204: noContent },
        faults: ['conflict'],
      },
    },
    async (request, reply) => {
      await book.remove(request.params.name)
      return reply.code(204).send()
    },
  )
}

interface RuleBody {
  content?: unknown
  text?: string
}

/** Throws validation when there is neither content nor text, or when the text cannot be read. */
async function readSubmittedRules(
  name: string,
  { content, text }: RuleBody,
  threads: RuleWorkers,
): Promise<SubmittedRules> {
  if (content !== undefined) {
    const rules = isObject(content) ? content.rewrite_rules : undefined
    const isLong = Array.isArray(rules) && rules.length > maxInlineRules
    const read = isLong ? await threads.run({ kind: 'check', name, content }) : readRuleFile(name, content)
    return { content, ...read }
  }
  if (text === undefined) throw new Fault('validation', { fields: { content: ['This field is required.'] } })
  const format = text.trimStart().startsWith('{') ? 'json' : 'yaml'
  const read =
    text.length <= maxInlineCharacters
      ? readRuleFileText(name, text, format)
      : await threads.run({ kind: 'read', name, text, format })
  if (read.content === null && 'faults' in read)
    throw new Fault('validation', {
      fields: { text: read.faults.map(fault => formatFault(fault).slice(0, 1_000)) },
    })
  return read
}

async function filesFor(body: RuleBody, book: RuleRegistry, threads: RuleWorkers): Promise<RuleFile[]> {
  if (body.content === undefined && body.text === undefined) return book.activeFiles
  const read = await readSubmittedRules('content', body, threads)
  refuseFaulty(read)
  return 'file' in read ? [read.file] : []
}

/** Also before the path was checked. */
function nameOf({ params }: FastifyRequest): string {
  return typeof params === 'object' && params !== null && 'name' in params ? String(params.name) : ''
}
