import { Type } from 'typebox'
import { expressionSteps, readRuleFile, readRuleFileText } from '../../ingest/rules/read-file.ts'
import { formatFault } from '../../ingest/rules/rule-faults.ts'
import { maxRuleTextLength } from '../../ingest/rules/rule-text.ts'
import { Fault, fieldFault } from '../../schema/fault.ts'
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
} from '../../schema/intake/rule.ts'
import { isObject } from '../../schema/text/json-object.ts'
import { callerOf } from '../auth/access.ts'
import type { App } from '../http/app.ts'
import { refTo } from '../http/schemas.ts'
import { Page, pageOfArray, pageQuery } from '../http/validation/lists.ts'
import { textKey } from '../resources/resource.ts'
import { resourceRoutes } from '../resources/resource-routes.ts'
import { refuseFaulty, type SubmittedRules } from './rule-file-entry.ts'
import type { RuleRegistry } from './rule-registry.ts'
import { RuleWorkers } from './rule-workers.ts'

/** Maximum characters of a text that this thread reads. Larger ones may take a minute, and go to a worker. */
const maxInlineCharacters = 16_384
/** Maximum steps of expressions, and rules, of a content that this thread reads. */
const maxInlineSteps = 50_000
const maxInlineRules = 100
/** Finds repetitions and Unicode classes in expressions, whose few characters may be many steps. */
const mayTakeManySteps = /\{\d|\\p/i

const access = 'manage_rules'
/** Maximum bytes of a body: the largest text as JSON, in which line breaks and quotes take two bytes. */
const maxBodyBytes = 2 * maxRuleTextLength + 1024 ** 2

/** Routes to read, change, validate and try rule files, for holders of manage_rules. */
export function ruleRoutes(app: App, registry: RuleRegistry): void {
  const shapes = [RuleFaultRecord, RuleRecord, RuleFileSummary, RuleValidation, RuleTrial, RuleOutcome]
  for (const shape of shapes) app.addSchema(shape)
  const workers = new RuleWorkers()
  app.addHook('onClose', () => workers.close())

  app.get(
    '/api/rules',
    {
      config: { access },
      schema: {
        summary: 'Rule files, in the order in which they are applied',
        querystring: Type.Object(pageQuery),
        response: { 200: Page(refTo(RuleFileSummary)) },
      },
    },
    async request => pageOfArray(request.query, await registry.list()),
  )

  resourceRoutes(app, {
    path: '/api/rules',
    key: textKey('name', 'Name of the file'),
    access,
    caller: callerOf,
    item: RuleFileRecord,
    create: {
      summary: 'Create a rule file, which is active once this is answered',
      faults: ['conflict'],
      body: RuleFileDraft,
      maxBodyBytes,
      status: 200,
      async run(draft) {
        const rules = await readSubmittedRules(draft.name, draft, workers)
        return registry.create(draft.name, rules, draft.is_enabled ?? true)
      },
    },
    get: { summary: 'One rule file, with the counters of its rules', run: name => registry.get(name) },
    patch: {
      summary: 'Change a rule file, rename it, turn it on or off',
      faults: ['conflict'],
      body: RuleFilePatch,
      maxBodyBytes,
      async run(name, patch) {
        return registry.update(name, {
          ...(patch.name !== undefined && { name: patch.name }),
          ...(hasRules(patch) && { rules: await readSubmittedRules(name, patch, workers) }),
          ...(patch.is_enabled !== undefined && { isEnabled: patch.is_enabled }),
        })
      },
    },
    delete: { summary: 'Delete a rule file', faults: ['conflict'], run: name => registry.remove(name) },
  })

  app.post(
    '/api/rules/validate',
    {
      config: { access, allowsReadOnly: true, bodyLimit: maxBodyBytes },
      schema: {
        summary: 'Check the content of a rule file',
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
      const read = hasRules(body)
        ? await readSubmittedRules('content', body, workers)
        : readRuleFile('content', undefined)
      const { warnings } = read
      return 'file' in read
        ? { is_valid: true, rule_count: read.file.rules.length, errors: [], ...(warnings && { warnings }) }
        : { is_valid: false, rule_count: 0, errors: read.faults, ...(warnings && { warnings }) }
    },
  )

  app.post(
    '/api/rules/test',
    {
      config: { access, allowsReadOnly: true, bodyLimit: maxBodyBytes },
      schema: {
        summary: 'Try rules on events: the active rules, the given ones, or both',
        body: refTo(RuleTrial),
        response: { 200: Type.Object({ results: Type.Array(refTo(RuleOutcome)) }) },
        faults: ['overloaded'],
      },
    },
    async ({ body }) => ({
      results: await workers.run({
        kind: 'try',
        files: await filesToTry(body),
        events: body.events,
        formats: registry.automaticFields,
      }),
    }),
  )

  app.post(
    '/api/rules/reload',
    {
      config: { access },
      schema: {
        summary: 'Read all rule files again and activate them',
        response: { 200: Type.Object({ objects: Type.Array(refTo(RuleFileSummary)) }) },
      },
    },
    async () => ({ objects: await registry.reload() }),
  )

  async function filesToTry(body: RuleTrial): Promise<RuleFile[]> {
    await registry.catchUp()
    if (!hasRules(body)) return registry.activeFiles
    const read = await readSubmittedRules('content', body, workers)
    refuseFaulty(read)
    if (!('file' in read)) return []
    const { name, replaces } = body
    return name === undefined
      ? [read.file]
      : registry.activeFilesWith({ ...read.file, name }, replaces ?? name)
  }
}

/** Rules in a body: as content, or as text in YAML or JSON. */
interface RuleBody {
  content?: unknown
  text?: string
}

function hasRules({ content, text }: RuleBody): boolean {
  return content !== undefined || text !== undefined
}

/** Throws validation if there are no rules, or the text cannot be parsed. */
async function readSubmittedRules(
  name: string,
  { content, text }: RuleBody,
  workers: RuleWorkers,
): Promise<SubmittedRules> {
  if (content !== undefined) {
    const rules = isObject(content) ? content.rewrite_rules : undefined
    const isLong =
      (Array.isArray(rules) && rules.length > maxInlineRules) ||
      expressionSteps(content, maxInlineSteps) > maxInlineSteps
    const read = isLong ? await workers.run({ kind: 'check', name, content }) : readRuleFile(name, content)
    return { content, ...read }
  }
  if (text === undefined) throw fieldFault('content', 'This field is required.')
  const format = text.trimStart().startsWith('{') ? 'json' : 'yaml'
  const read =
    text.length <= maxInlineCharacters && !mayTakeManySteps.test(text)
      ? readRuleFileText(name, text, format)
      : await workers.run({ kind: 'read', name, text, format })
  if (read.content === null && 'faults' in read)
    throw new Fault('validation', {
      fields: { text: read.faults.map(fault => formatFault(fault).slice(0, 1_000)) },
    })
  return { ...read, text }
}
