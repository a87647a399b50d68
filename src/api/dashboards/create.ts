import { Type } from 'typebox'
import { Dashboard, DashboardDraft, maxImported } from '../../schema/dashboards/dashboard.ts'
import { Fault, fieldFault } from '../../schema/fault.ts'
import { isObject } from '../../schema/text/json-object.ts'
import type { App } from '../http/app.ts'
import { refTo } from '../http/schemas.ts'
import { parameterFault } from '../http/validation/validation.ts'
import type { DashboardDeps } from './deps.ts'
import { editorOf } from './editor.ts'
import { TemplateReads } from './template-reads.ts'

const one = refTo(DashboardDraft)
const many = Type.Array(refTo(DashboardDraft), { maxItems: maxImported })
/** One dashboard, or a list of them. */
const DraftBody = Type.Union([one, many])

const CreateQuery = Type.Object({
  source_id: Type.Optional(
    Type.Integer({ description: 'Id of a dashboard to clone; the body may be left out' }),
  ),
  clone_widgets: Type.Boolean({
    default: false,
    description: 'When cloning, clone the widgets instead of attaching them read-only',
  }),
  template: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description: 'Path of the template to create it from; the body may be left out',
    }),
  ),
})

/** POST /api/dashboards: creates from one or several bodies, from another dashboard, or from a template. */
export function createDashboardRoute(app: App, { dashboards, templates, queryService }: DashboardDeps): void {
  const draftIn = templateChecker(app)
  const reads = new TemplateReads()
  app.post(
    '/api/dashboards',
    {
      validatorCompiler: draftCompiler(app),
      schema: {
        summary: 'Create a dashboard, import several (all or none), clone one, or create one from a template',
        faults: ['range_too_deep', 'not_found', 'conflict'],
        querystring: CreateQuery,
        body: DraftBody,
        response: { 201: Type.Union([refTo(Dashboard), Type.Array(refTo(Dashboard))]) },
      },
    },
    async (request, reply) => {
      const { source_id, clone_widgets, template } = request.query
      const { body } = request
      const editor = editorOf(request, queryService)
      reply.code(201)
      if (Array.isArray(body)) {
        if (source_id !== undefined || template !== undefined) {
          throw fieldFault('non_field_errors', 'Expected one object, not a list.')
        }
        return dashboards.create(editor, body, index => `[${index}].`)
      }
      if (source_id !== undefined && template !== undefined) {
        throw parameterFault({ template: 'Give source_id or template, not both.' })
      }
      if (source_id !== undefined) {
        return dashboards.clone(editor, source_id, { cloneWidgets: clone_widgets, draft: body })
      }
      if (template !== undefined) {
        const content = await reads.run(editor.userId, () => templates.read(template))
        const [created] = await dashboards.createFromTemplate(editor, draftIn(content), body)
        return created
      }
      const [created] = await dashboards.create(editor, [body])
      return created
    },
  )
}

type Compiler = NonNullable<App['validatorCompiler']>

/**
 * Validates a body by the schema of one dashboard or of a list, so that faults name members instead of
 * alternatives.
 */
function draftCompiler(app: App): Compiler {
  const compile = compilerOf(app)
  return part => {
    if (part.httpPart !== 'body') return compile(part)
    const checkOne = compile({ ...part, schema: one })
    const checkMany = compile({ ...part, schema: many })
    return (data: unknown) => (Array.isArray(data) ? checkMany(data) : checkOne(data))
  }
}

/** Validates the content of a template. Throws a 400 naming the parameter `template`. */
function templateChecker(app: App): (content: unknown) => DashboardDraft {
  let check: ReturnType<Compiler> | undefined
  return content => {
    // Compiled at the first use, when all schemas are registered: schemas refer to each other.
    check ??= compilerOf(app)({ schema: one, method: 'POST', url: '', httpPart: 'body' })
    const result: unknown = isObject(content) ? check(content) : undefined
    // Validated by the schema of DashboardDraft.
    if (isObject(result) && 'value' in result) return result.value as DashboardDraft
    const fault = isObject(result) ? result.error : undefined
    const fields = fault instanceof Fault ? (fault.fields ?? {}) : {}
    const why = Object.entries(fields).map(([place, messages]) => `${place}: ${messages.join(' ')}`)
    throw parameterFault({ template: `The file does not hold one dashboard. ${why.join(' ')}`.trim() })
  }
}

function compilerOf(app: App): Compiler {
  const compile = app.validatorCompiler
  if (compile === undefined) throw new Error('validation is installed before the routes')
  return compile
}
