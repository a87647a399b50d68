import { Type } from 'typebox'
import { DashboardDraft, maxImported } from '../../schema/dashboards/dashboard.ts'
import { Fault } from '../../schema/fault.ts'
import { isObject } from '../../schema/text/json-object.ts'
import type { App } from '../http/app.ts'
import { refTo } from '../http/schemas.ts'
import { parameterFault } from '../http/validation/validation.ts'

const one = refTo(DashboardDraft)
const many = Type.Array(refTo(DashboardDraft), { maxItems: maxImported })

/** One dashboard, or a list of them. */
export const DraftBody = Type.Union([one, many])

type Compiler = NonNullable<App['validatorCompiler']>

/**
 * Validates a body by the schema of one dashboard or of a list, so that faults name members instead of
 * alternatives.
 */
export function draftCompiler(app: App): Compiler {
  const compile = compilerOf(app)
  return part => {
    if (part.httpPart !== 'body') return compile(part)
    const checkOne = compile({ ...part, schema: one })
    const checkMany = compile({ ...part, schema: many })
    return (data: unknown) => (Array.isArray(data) ? checkMany(data) : checkOne(data))
  }
}

/** Validates the content of a template. Throws a 400 naming the parameter `template`. */
export function templateChecker(app: App): (content: unknown) => DashboardDraft {
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
