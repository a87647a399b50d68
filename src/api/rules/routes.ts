import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { readRuleFile, readRuleFileText } from '../../ingest/rules/read-file.ts'
import { faultText, isObject } from '../../ingest/rules/rule-faults.ts'
import { longestRuleText } from '../../ingest/rules/rule-text.ts'
import { Fault } from '../../schema/fault.ts'
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
import { listEnvelope, Page, pageQuery, windowOf } from '../http/lists.ts'
import { named, noContent } from '../http/shapes.ts'
import { type GivenRules, type RuleBook, refuseFaults } from './rule-book.ts'
import { RuleThreads } from './rule-thread.ts'

/** Characters of a text of rules that are read at once; longer ones in a thread, for it may take a minute. */
const longestAtOnce = 16_384
/** The same of content: so many rules. */
const maxRulesAtOnce = 100

const FileName = Type.Object({ name: Type.String({ description: 'Name of the file' }) })
const access = 'manage_rules'
/** A text of the largest file as JSON, in which line breaks and quotes take two bytes. */
const bodyLimit = 2 * longestRuleText + 1024 ** 2
const one = { 200: named(RuleFileRecord) }

/** Files of rules: what there is, what they do, and changing them. For holders of manage_rules. */
export function ruleRoutes(app: App, book: RuleBook): void {
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
  const threads = new RuleThreads()
  app.addHook('onClose', () => threads.close())
  const exists = (request: FastifyRequest) => book.get(nameOf(request))

  app.get(
    '/api/rules',
    {
      config: { access },
      schema: {
        summary: 'Files of rules, in the order in which they are applied',
        querystring: Type.Object(pageQuery),
        response: { 200: Page(named(RuleFileSummary)) },
      },
    },
    async request => {
      const all = await book.list()
      const { offset, limit } = windowOf(request.query)
      return listEnvelope(request.query, all.length, all.slice(offset, offset + limit))
    },
  )

  app.post(
    '/api/rules',
    {
      config: { access, bodyLimit },
      schema: {
        summary: 'Make a file of rules; it is in force with the answer',
        body: named(RuleFileDraft),
        response: one,
        faults: ['conflict'],
      },
    },
    async ({ body }) =>
      book.create(body.name, await givenRules(body.name, body, threads), body.is_enabled ?? true),
  )

  app.post(
    '/api/rules/validate',
    {
      config: { access, bodyLimit },
      schema: {
        summary: 'Check the content of a file of rules',
        body: named(RuleValidation),
        response: {
          200: Type.Object({
            is_valid: Type.Boolean(),
            rule_count: Type.Integer(),
            errors: Type.Array(named(RuleFaultRecord)),
            warnings: Type.Optional(Type.Array(named(RuleFaultRecord))),
          }),
        },
      },
    },
    async ({ body }) => {
      const read =
        body.content === undefined && body.text === undefined
          ? readRuleFile('content', undefined)
          : await givenRules('content', body, threads)
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
        body: named(RuleTrial),
        response: { 200: Type.Object({ results: Type.Array(named(RuleOutcome)) }) },
        faults: ['overloaded'],
      },
    },
    async ({ body }) => ({
      results: await threads.ask({
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
        response: { 200: Type.Object({ objects: Type.Array(named(RuleFileSummary)) }) },
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
        body: named(RuleFilePatch),
        response: one,
        faults: ['conflict'],
      },
    },
    async ({ params, body }) =>
      book.update(params.name, {
        ...(body.name !== undefined && { name: body.name }),
        ...((body.content !== undefined || body.text !== undefined) && {
          given: await givenRules(params.name, body, threads),
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

interface Given {
  content?: unknown
  text?: string
}

/** Throws validation when there is neither content nor text, or when the text cannot be read. */
async function givenRules(name: string, { content, text }: Given, threads: RuleThreads): Promise<GivenRules> {
  if (content !== undefined) {
    const rules = isObject(content) ? content.rewrite_rules : undefined
    const isLong = Array.isArray(rules) && rules.length > maxRulesAtOnce
    const read = isLong ? await threads.ask({ kind: 'check', name, content }) : readRuleFile(name, content)
    return { content, ...read }
  }
  if (text === undefined) throw new Fault('validation', { fields: { content: ['This field is required.'] } })
  const format = text.trimStart().startsWith('{') ? 'json' : 'yaml'
  const read =
    text.length <= longestAtOnce
      ? readRuleFileText(name, text, format)
      : await threads.ask({ kind: 'read', name, text, format })
  if (read.content === null && 'faults' in read)
    throw new Fault('validation', {
      fields: { text: read.faults.map(fault => faultText(fault).slice(0, 1_000)) },
    })
  return read
}

async function filesFor(body: Given, book: RuleBook, threads: RuleThreads): Promise<RuleFile[]> {
  if (body.content === undefined && body.text === undefined) return book.inForce
  const read = await givenRules('content', body, threads)
  refuseFaults(read)
  return 'file' in read ? [read.file] : []
}

/** Also before the path was checked. */
function nameOf({ params }: FastifyRequest): string {
  return typeof params === 'object' && params !== null && 'name' in params ? String(params.name) : ''
}
