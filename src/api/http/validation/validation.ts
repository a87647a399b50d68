import AjvCompiler, { type Options } from '@fastify/ajv-compiler'
import { Fault } from '../../../schema/fault.ts'
import { declaredNames, excerptOf, hasMoreValues } from '../../../schema/text/json-excerpt.ts'
import type { App } from '../app.ts'
import { FormBody } from '../bodies/form.ts'
import { JsonExcessError } from '../bodies/json-budget.ts'
import { coerce, type JsonSchema, type SchemaRegistry } from './coerce.ts'
import { errorMessages, maxErrors, type ValidationError } from './error-messages.ts'

/**
 * Maximum values for a search for all errors. In a larger part only an excerpt is searched: each value may
 * have several errors.
 */
const maxDetailedValues = 2_000

const ajvOptions: Options = {
  // Adds the value and the schema to each error, for its message.
  verbose: true,
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: true,
  discriminator: true,
  keywords: ['x-control'],
}

/** Shares one compiler between the process's servers with equal shared schemas. */
const factory = AjvCompiler.AjvCompiler()

type Compile = ReturnType<typeof factory>

/** The shared schemas of a server, and the compilers for schemas that refer to them. */
class ServerSchemas {
  readonly registry: SchemaRegistry
  /** For validators that find all errors. */
  readonly compile: Compile
  #quick: Compile | undefined
  #names: ReadonlySet<string> | undefined

  constructor(registry: SchemaRegistry) {
    this.registry = registry
    this.compile = factory({ ...registry }, { customOptions: { ...ajvOptions, allErrors: true } })
  }

  /** For validators that stop at the first error. Only large parts need them. */
  get compileQuick(): Compile {
    this.#quick ??= factory({ ...this.registry }, { customOptions: { ...ajvOptions, allErrors: false } })
    return this.#quick
  }

  /** The member names declared in shared schemas. */
  get names(): ReadonlySet<string> {
    this.#names ??= declaredNames(this.registry)
    return this.#names
  }
}

/** Finds the errors of request parts of one schema. */
class PartValidator {
  readonly #schema: JsonSchema
  readonly #schemas: ServerSchemas
  readonly #check: ReturnType<Compile>
  #quick: ReturnType<Compile> | undefined

  constructor(schema: JsonSchema, schemas: ServerSchemas) {
    this.#schema = schema
    this.#schemas = schemas
    this.#check = schemas.compile({ schema })
  }

  /**
   * Fills in defaults and returns errors, [] for none. For a large value: the first error and the errors of
   * an excerpt.
   */
  errors(value: unknown): ValidationError[] {
    if (!hasMoreValues(value, maxDetailedValues)) return errorsBy(this.#check, value)
    this.#quick ??= this.#schemas.compileQuick({ schema: this.#schema })
    const first = errorsBy(this.#quick, value)
    if (first.length === 0) return first
    const names = new Set([...this.#schemas.names, ...declaredNames(this.#schema)])
    const excerpt = excerptOf(value, { names, maxValues: maxDetailedValues, maxMembers: maxErrors })
    return excerpt === undefined ? first : [...first, ...errorsBy(this.#check, excerpt)]
  }
}

function errorsBy(check: ReturnType<Compile>, value: unknown): ValidationError[] {
  // ajv's ErrorObject with `verbose` has every member of ValidationError.
  return check(value) === true ? [] : ((check.errors ?? []) as ValidationError[])
}

/**
 * Validates request parts by their schemas. Coerces texts of query strings, paths and forms first, but not
 * JSON. Answers all errors of a part together: a body's by field path, a query string's as `{"parameter":
 * "message"}`. An invalid path parameter is a 404.
 */
export function installValidation(app: App): void {
  let serverSchemas: ServerSchemas | undefined
  /**
   * Created by the first request or when the server listens, since all schemas are registered by then. Takes
   * some 80 ms.
   */
  const schemas = (): ServerSchemas => {
    // Shared schemas are JSON Schemas, but getSchemas() is declared to return unknown values.
    serverSchemas ??= new ServerSchemas(app.getSchemas() as Record<string, JsonSchema>)
    return serverSchemas
  }
  app.addHook('onListen', done => {
    setImmediate(schemas)
    done()
  })
  app.setValidatorCompiler<JsonSchema>(({ schema, httpPart }) => {
    let validator: PartValidator | undefined
    return (data: unknown) => {
      // Compiled by the first request, so that the start does not wait: all schemas take 250 ms in total.
      validator ??= new PartValidator(schema, schemas())
      try {
        const value = partOf(schema, data, httpPart === 'body', schemas().registry)
        const errors = validator.errors(value)
        return errors.length === 0 ? { value } : { error: faultOf(httpPart, errorMessages(errors)) }
      } catch (error) {
        if (error instanceof JsonExcessError) return { error: faultOf(httpPart, error.fields) }
        throw error
      }
    }
  })
}

/** The value to validate: coerced unless it is a JSON body; {} for no body. Throws JsonExcessError. */
function partOf(schema: JsonSchema, data: unknown, isBody: boolean, registry: SchemaRegistry): unknown {
  if (!isBody) return coerce(schema, data, registry)
  if (data instanceof FormBody) return coerce(schema, data.value, registry)
  return data ?? {}
}

function faultOf(httpPart: string | undefined, fields: Record<string, string[]>): Fault {
  if (httpPart === 'params') return new Fault('not_found')
  if (httpPart === 'body') return new Fault('validation', { fields })
  return parameterFault(groupByParameter(fields))
}

/** Adds the messages of list items to the messages of their parameter. */
function groupByParameter(fields: Record<string, string[]>): Record<string, string[]> {
  const messages = new Map<string, string[]>()
  for (const [path, pathMessages] of Object.entries(fields)) {
    const [name = path] = path.split('[', 1)
    messages.set(name, [...new Set([...(messages.get(name) ?? []), ...pathMessages])])
  }
  return Object.fromEntries(messages)
}

/** A 400 with one message per query parameter or header. */
export function parameterFault(fields: Record<string, string | string[]>): Fault {
  const members = Object.entries(fields).map(([name, messages]) => [
    name,
    typeof messages === 'string' ? messages : messages.join(' '),
  ])
  return new Fault('validation', { members: Object.fromEntries(members) })
}
