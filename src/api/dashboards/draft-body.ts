import { Type } from 'typebox'
import { DashboardDraft, maxImported } from '../../schema/dashboard.ts'
import { Fault } from '../../schema/fault.ts'
import { isObject } from '../../schema/json-object.ts'
import type { App } from '../app.ts'
import { refTo } from '../http/schemas.ts'
import { parameterFault } from '../http/validation.ts'

const one = refTo(DashboardDraft)
const many = Type.Array(refTo(DashboardDraft), { maxItems: maxImported })

/** One dashboard, or a list of them. */
export const DraftBody = Type.Union([one, many])

type Compiler = NonNullable<App['validatorCompiler']>

/** Checks a body by the shape that it means to have, so that faults name the member and not the choice. */
export function draftCompiler(app: App): Compiler {
  const compile = compilerOf(app)
  return part => {
    if (part.httpPart !== 'body') return compile(part)
    const checkOne = compile({ ...part, schema: one })
    const checkMany = compile({ ...part, schema: many })
    return (data: unknown) => (Array.isArray(data) ? checkMany(data) : checkOne(data))
  }
}

/** Checks what a template holds. Throws a 400 naming the parameter `template`. */
export function templateChecker(app: App): (content: unknown) => DashboardDraft {
  let check: ReturnType<Compiler> | undefined
  return content => {
    // Made on first use: shapes refer to each other, and all are known only when all routes are there.
    check ??= compilerOf(app)({ schema: one, method: 'POST', url: '', httpPart: 'body' })
    const result: unknown = isObject(content) ? check(content) : undefined
    if (typeof result === 'object' && result !== null && 'value' in result) {
      // It was just checked by this very shape.
      return result.value as DashboardDraft
    }
    const fault =
      typeof result === 'object' && result !== null && 'error' in result ? result.error : undefined
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
