import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { maxFaults } from '../../filter/predicate/faults.ts'
import { Fault } from '../../schema/fault.ts'
import { filterSchemas } from '../../schema/filter/condition.ts'
import type { QueryResults } from '../../schema/query/query.ts'
import { declaredNames, excerptOf, hasMoreValues } from '../../schema/text/json-excerpt.ts'
import type { Kind } from '../kind.ts'
import type { EventParams } from '../kinds/event-params.ts'

type Validator = ReturnType<typeof Compile>

/** A kind of any type, with only the params that all types have. */
export type AnyKind = Kind<EventParams, unknown, QueryResults>

/** The schema of the params and the kind of each query type. */
export type QueryTypes = Readonly<Record<string, { params: TSchema; kind: AnyKind }>>

/** Maximum values of params whose faults are described, which takes a hundred times as long as checking. */
const maxDetailedValues = 12_000

/** Checks params by the schemas of their types. */
export class ParamValidator {
  readonly #types: QueryTypes
  readonly #compiled = new Map<string, Validator>()

  constructor(types: QueryTypes) {
    this.#types = types
  }

  /** The kind of a type. Throws a Fault keyed `type`. */
  kindOf(type: string): AnyKind {
    return this.#entry(type).kind
  }

  /** Whether the results of a type are pages. */
  isPaged(type: string): boolean {
    const { params } = this.#entry(type)
    return 'properties' in params && Object.hasOwn(Object(params.properties), 'page')
  }

  /** Validates params by the schema of their type. Throws a Fault keyed `params.<member>`. */
  check(type: string, params: unknown): EventParams {
    const { params: schema } = this.#entry(type)
    let validator = this.#compiled.get(type)
    if (validator === undefined) {
      validator = Compile(filterSchemas, schema)
      this.#compiled.set(type, validator)
    }
    if (!validator.Check(params))
      throw new Fault('validation', { fields: fieldsOf(faultsIn(params, validator)) })
    // The schemas of all types declare these members.
    return params as EventParams
  }

  #entry(type: string) {
    const entry = Object.hasOwn(this.#types, type) ? this.#types[type] : undefined
    if (entry !== undefined) return entry
    const names = Object.keys(this.#types).join(', ')
    throw new Fault('validation', { fields: { type: [`expected one of ${names}`] } })
  }
}

/** An error of the validator. */
interface ShapeError {
  keyword: string
  instancePath: string
  message: string
  params: object
}

/** The faults of invalid params; for large params, only the faults of an excerpt. */
function faultsIn(params: unknown, validator: Validator): ShapeError[] {
  if (!hasMoreValues(params, maxDetailedValues)) return validator.Errors(params)
  const excerpt = excerptOf(params, {
    names: declaredNames(validator.Type()),
    maxValues: maxDetailedValues,
    maxMembers: 10_000,
  })
  const faults = excerpt === undefined ? [] : validator.Errors(excerpt)
  if (faults.length > 0) return faults
  const message = `One of more than ${maxDetailedValues} values is not valid.`
  return [{ keyword: 'excerpt', instancePath: '', message, params: {} }]
}

/** Messages by path. Of a failed choice between constants, only the fault of the choice stays. */
function fieldsOf(faults: readonly ShapeError[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  const choices = new Set(faults.filter(fault => fault.keyword === 'anyOf').map(fault => fault.instancePath))
  const shown = faults.filter(
    ({ keyword, instancePath }) =>
      keyword !== 'additionalProperties' &&
      keyword !== 'if' &&
      !(keyword === 'const' && choices.has(instancePath)),
  )
  for (const fault of shown.slice(0, maxFaults)) {
    for (const [place, message] of errorMessagesOf(fault)) {
      fields[place] = [...new Set(fields[place]).add(message)]
    }
  }
  return fields
}

function errorMessagesOf({ keyword, instancePath, message, params }: ShapeError): [string, string][] {
  const place = placeOf(instancePath)
  if (keyword === 'required' && 'requiredProperties' in params && Array.isArray(params.requiredProperties)) {
    return params.requiredProperties.map(name => [`${place}.${name}`, 'This field is required.'])
  }
  if (keyword === 'enum' && 'allowedValues' in params && Array.isArray(params.allowedValues)) {
    return [[place, `expected one of ${params.allowedValues.join(', ')}`]]
  }
  // An unknown member is checked against the schema `false`.
  if (keyword === 'boolean') return [[place, 'There is no such field.']]
  return [[place, message]]
}

/** /filter/0/op -> params.filter[0].op */
function placeOf(instancePath: string): string {
  let place = 'params'
  for (const name of instancePath.split('/').slice(1)) {
    const plain = name.replaceAll('~1', '/').replaceAll('~0', '~')
    place += /^\d+$/.test(plain) ? `[${plain}]` : `.${plain}`
  }
  return place
}
