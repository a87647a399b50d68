import type { TSchema } from 'typebox'
import type { App } from '../app.ts'

export type BodyCompiler = NonNullable<App['validatorCompiler']>

/**
 * Validates a body by the schema of one object or of a list of them, so that faults name members instead of
 * alternatives.
 */
export function oneOrMany(app: App, one: TSchema, many: TSchema): BodyCompiler {
  const compile = compilerOf(app)
  return part => {
    if (part.httpPart !== 'body') return compile(part)
    const checkOne = compile({ ...part, schema: one })
    const checkMany = compile({ ...part, schema: many })
    return (data: unknown) => (Array.isArray(data) ? checkMany(data) : checkOne(data))
  }
}

/** Compiles schemas to the validators of `installValidation`. */
export function compilerOf(app: App): BodyCompiler {
  const compile = app.validatorCompiler
  if (compile === undefined) throw new Error('validation is installed before the routes')
  return compile
}
