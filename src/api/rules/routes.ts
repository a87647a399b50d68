import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { readRuleFile } from '../../ingest/rules/read-file.ts'
import { parseRuleText } from '../../ingest/rules/rule-text.ts'
import { Fault } from '../../schema/fault.ts'
import {
  RuleFaultRecord,
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
import type { RuleBook } from './rule-book.ts'
import { RuleTrials } from './trial-thread.ts'

const FileName = Type.Object({ name: Type.String({ description: 'Name of the file' }) })
const access = 'manage_rules'
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
  const trials = new RuleTrials()
  app.addHook('onClose', () => trials.close())
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
      config: { access },
      schema: {
        summary: 'Make a file of rules; it is in force with the answer',
        body: named(RuleFileDraft),
        response: one,
        faults: ['conflict'],
      },
    },
    async ({ body }) => book.create(body.name, contentOf(body), body.is_enabled ?? true),
  )

  app.post(
    '/api/rules/validate',
    {
      config: { access },
      schema: {
        summary: 'Check the content of a file of rules',
        body: named(RuleValidation),
        response: {
          200: Type.Object({
            is_valid: Type.Boolean(),
            rule_count: Type.Integer(),
            errors: Type.Array(named(RuleFaultRecord)),
          }),
        },
      },
    },
    async ({ body }) => {
      const given = body.content === undefined && body.text === undefined ? undefined : contentOf(body)
      const read = readRuleFile('content', given)
      return 'file' in read
        ? { is_valid: true, rule_count: read.file.rules.length, errors: [] }
        : { is_valid: false, rule_count: 0, errors: read.faults }
    },
  )

  app.post(
    '/api/rules/test',
    {
      config: { access },
      schema: {
        summary: 'What rules make of events: those in force, or the content given',
        body: named(RuleTrial),
        response: { 200: Type.Object({ results: Type.Array(named(RuleOutcome)) }) },
        faults: ['overloaded'],
      },
    },
    async ({ body }) => ({
      results: await trials.run({
        files: filesFor(body, book),
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
      config: { access, exists },
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
        ...((body.content !== undefined || body.text !== undefined) && { content: contentOf(body) }),
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
function contentOf({ content, text }: Given): unknown {
  if (content !== undefined) return content
  if (text === undefined) throw new Fault('validation', { fields: { content: ['This field is required.'] } })
  try {
    return parseRuleText(text, text.trimStart().startsWith('{') ? 'json' : 'yaml')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Fault('validation', { fields: { text: [reason.slice(0, 1_000)] } })
  }
}

function filesFor(body: Given, book: RuleBook) {
  if (body.content === undefined && body.text === undefined) return book.inForce
  const read = readRuleFile('content', contentOf(body))
  if ('file' in read) return [read.file]
  const sentences = read.faults.map(({ rule, member, message }) => `rule ${rule}, ${member}: ${message}`)
  throw new Fault('validation', { fields: { content: sentences } })
}

/** Also before the path was checked. */
function nameOf({ params }: FastifyRequest): string {
  return typeof params === 'object' && params !== null && 'name' in params ? String(params.name) : ''
}
