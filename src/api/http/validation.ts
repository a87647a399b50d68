import AjvCompiler, { type Options } from '@fastify/ajv-compiler'
import { Fault } from '../../schema/fault.ts'
import type { App } from '../app.ts'
import { coerce } from './coerce.ts'
import { errorMessages, type ValidationError } from './error-messages.ts'
import { FormBody } from './form.ts'
import type { JsonSchema, SchemaRegistry } from './json-schema.ts'

const ajvOptions: Options = {
  allErrors: true,
  // Values and schemas come with each fault, for its sentence.
  verbose: true,
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: true,
  discriminator: true,
  keywords: ['x-control'],
}

/** Keeps one compiler for equal sets of named shapes: the servers of a process share it. */
const factory = AjvCompiler.AjvCompiler()

/** The named shapes of a server, and what compiles a schema that refers to them. */
interface Shapes {
  registry: SchemaRegistry
  compile: ReturnType<typeof factory>
}

/**
 * Validation of request parts by their schemas. JSON bodies are taken as they are; query strings, paths and forms are
 * text, which is coerced by the schema first. All faults of a part are reported together:
 * a body's by place, a query parameter's as `{"parameter": "message"}`; a path that does not fit is a 404.
 */
export function installValidation(app: App): void {
  let known: Shapes | undefined
  /** First asked for by a request, when all routes and shapes are there: a look at all shapes for each route made every start longer. */
  const shapes = (): Shapes => {
    if (known !== undefined) return known
    // Named shapes are added as JSON Schemas only, whatever getSchemas() is declared to hold.
    const registry = app.getSchemas() as Record<string, JsonSchema>
    known = { registry, compile: factory({ ...registry }, { customOptions: ajvOptions }) }
    return known
  }
  app.setValidatorCompiler<JsonSchema>(({ schema, httpPart }) => {
    // The factory's compiler takes the route part and finds the schema in it.
    let check: ReturnType<Shapes['compile']> | undefined
    return (data: unknown) => {
      const { registry, compile } = shapes()
      // Compiled when it is first needed: all of them at once take a quarter of a second of every start.
      check ??= compile({ schema })
      const value = partOf(schema, data, httpPart === 'body', registry)
      if (check(value) === true) return { value }
      // ajv's ErrorObject with `verbose` has every member of ValidationError.
      const faults = (check.errors ?? []) as ValidationError[]
      return { error: faultOf(httpPart, faults) }
    }
  })
}

/** What is checked of a part: text parts coerced; no body at all is an empty one. */
function partOf(schema: JsonSchema, data: unknown, body: boolean, registry: SchemaRegistry): unknown {
  if (!body) return coerce(schema, data, registry)
  if (data instanceof FormBody) return coerce(schema, data.value, registry)
  return data ?? {}
}

function faultOf(httpPart: string | undefined, faults: readonly ValidationError[]): Fault {
  if (httpPart === 'params') return new Fault('not_found')
  const fields = errorMessages(faults)
  if (httpPart === 'body') return new Fault('validation', { fields })
  return parameterFault(groupByParameter(fields))
}

/** What is wrong with an item of a list is wrong with its parameter. */
function groupByParameter(fields: Record<string, string[]>): Record<string, string[]> {
  const said = new Map<string, string[]>()
  for (const [place, sentences] of Object.entries(fields)) {
    const [name = place] = place.split('[', 1)
    said.set(name, [...new Set([...(said.get(name) ?? []), ...sentences])])
  }
  return Object.fromEntries(said)
}

/** A 400 about query parameters or headers: one message each. */
export function parameterFault(fields: Record<string, string | string[]>): Fault {
  const members = Object.entries(fields).map(([name, said]) => [
    name,
    typeof said === 'string' ? said : said.join(' '),
  ])
  return new Fault('validation', { members: Object.fromEntries(members) })
}
