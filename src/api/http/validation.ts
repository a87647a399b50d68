import AjvCompiler, { type Options } from '@fastify/ajv-compiler'
import { Fault } from '../../schema/fault.ts'
import type { App } from '../app.ts'
import { coerce, type JsonSchema, type SchemaRegistry } from './coerce.ts'
import { errorMessages, type ValidationError } from './error-messages.ts'
import { FormBody } from './form.ts'

const ajvOptions: Options = {
  allErrors: true,
  // Adds the value and the schema to each error, for its message.
  verbose: true,
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: true,
  discriminator: true,
  keywords: ['x-control'],
}

/** Shares one compiler between the servers of a process that have equal shared schemas. */
const factory = AjvCompiler.AjvCompiler()

/** The shared schemas of a server, and the compiler for schemas that refer to them. */
interface ServerSchemas {
  registry: SchemaRegistry
  compile: ReturnType<typeof factory>
}

/**
 * Validates request parts by their schemas. Texts of query strings, paths and forms are coerced first, JSON is not. All errors of
 * a part are answered together: those of a body by field path, those of a query string as `{"parameter": "message"}`. An invalid
 * path parameter is a 404.
 */
export function installValidation(app: App): void {
  let known: ServerSchemas | undefined
  /** Created by the first request, or when the server listens: all schemas are registered by then. It takes some 80 ms. */
  const schemas = (): ServerSchemas => {
    if (known !== undefined) return known
    // Shared schemas are JSON Schemas, but getSchemas() is declared to return unknown values.
    const registry = app.getSchemas() as Record<string, JsonSchema>
    known = { registry, compile: factory({ ...registry }, { customOptions: ajvOptions }) }
    return known
  }
  app.addHook('onListen', done => {
    setImmediate(schemas)
    done()
  })
  app.setValidatorCompiler<JsonSchema>(({ schema, httpPart }) => {
    let check: ReturnType<ServerSchemas['compile']> | undefined
    return (data: unknown) => {
      const { registry, compile } = schemas()
      // Compiled by the first request, so that the start does not wait: all schemas together take 250 ms.
      check ??= compile({ schema })
      const value = partOf(schema, data, httpPart === 'body', registry)
      if (check(value) === true) return { value }
      // ajv's ErrorObject with `verbose` has every member of ValidationError.
      const errors = (check.errors ?? []) as ValidationError[]
      return { error: faultOf(httpPart, errors) }
    }
  })
}

/** The value to validate: coerced unless it is a JSON body; {} for no body. */
function partOf(schema: JsonSchema, data: unknown, body: boolean, registry: SchemaRegistry): unknown {
  if (!body) return coerce(schema, data, registry)
  if (data instanceof FormBody) return coerce(schema, data.value, registry)
  return data ?? {}
}

function faultOf(httpPart: string | undefined, errors: readonly ValidationError[]): Fault {
  if (httpPart === 'params') return new Fault('not_found')
  const fields = errorMessages(errors)
  if (httpPart === 'body') return new Fault('validation', { fields })
  return parameterFault(groupByParameter(fields))
}

/** Adds the messages of list items to those of their parameter. */
function groupByParameter(fields: Record<string, string[]>): Record<string, string[]> {
  const messages = new Map<string, string[]>()
  for (const [path, pathMessages] of Object.entries(fields)) {
    const [name = path] = path.split('[', 1)
    messages.set(name, [...new Set([...(messages.get(name) ?? []), ...pathMessages])])
  }
  return Object.fromEntries(messages)
}

/** A 400 with one message for each query parameter or header. */
export function parameterFault(fields: Record<string, string | string[]>): Fault {
  const members = Object.entries(fields).map(([name, messages]) => [
    name,
    typeof messages === 'string' ? messages : messages.join(' '),
  ])
  return new Fault('validation', { members: Object.fromEntries(members) })
}
