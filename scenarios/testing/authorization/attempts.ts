import type { Description, Operation, SchemaObject } from '../../../src/api/description/openapi.ts'
import type { SampleBodies } from '../../../src/api/description/testing/bodies.ts'
import { takesRawBody } from '../../../src/api/description/testing/raw-bodies.ts'
import { isObject } from '../../../src/schema/text/json-object.ts'
import { type Kind, kindOfName, kindOfPath } from './id-kinds.ts'
import type { Attempt } from './judge.ts'
import type { OwnedObject } from './owned-objects.ts'

/** An attempt with its request data. */
export interface Request extends Attempt {
  method: string
  /** With its query string. */
  path: string
  body?: unknown
}

/** Not tested: they sign in and out, or are no requests. */
const notAsked = ['POST /api/login', 'POST /api/logout', 'GET /ws/live-updates', 'GET /api/docs']
const maxDepth = 3

/**
 * Every operation of a description with another user's identifiers: in its path, in its query, in its body.
 */
export class Attempts {
  readonly #document: Description
  readonly #bodies: SampleBodies
  readonly #objects: readonly OwnedObject[]

  constructor(document: Description, bodies: SampleBodies, objects: readonly OwnedObject[]) {
    this.#document = document
    this.#bodies = bodies
    this.#objects = objects
  }

  *all(): Generator<Request> {
    for (const [path, methods] of Object.entries(this.#document.paths))
      for (const [method, operation] of Object.entries(methods)) {
        const name = `${method.toUpperCase()} ${path}`
        if (notAsked.includes(name) || takesRawBody(operation)) continue
        yield* this.#of(name, method, path, operation)
      }
  }

  *#of(operation: string, method: string, path: string, described: Operation): Generator<Request> {
    const body = () => this.#bodies.of(method, path, 'application/json', false)
    const basic = { operation, method: method.toUpperCase() }
    for (const { path: filled, ...named } of this.#paths(path)) {
      yield { ...basic, ...named, path: filled, body: body() }
      for (const query of this.#queries(operation, described))
        yield { ...basic, ...named, names: named.names ?? 'query', path: `${filled}?${query}`, body: body() }
      const schema = described.requestBody?.content['application/json']?.schema
      for (const change of schema === undefined ? [] : this.#changes(operation, schema))
        yield { ...basic, ...named, names: named.names ?? 'body', path: filled, body: change(body()) }
    }
  }

  /** The path with each object whose keys it takes; unchanged if it takes none. */
  *#paths(path: string): Generator<Pick<Request, 'path' | 'names' | 'isPrivate'>> {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)]
    const last = parameters.at(-1)
    if (last === undefined) return yield { path }
    // Each parameter has its kind; the last one determines the owner of the object.
    const kinds = parameters.map(({ index, 0: text }) => kindOfPath(path.slice(0, index + text.length)))
    if (kinds.includes('none')) return yield { path: path.replaceAll(/\{\w+\}/g, 'host') }
    for (const { keys, isPrivate } of this.#owned(kinds.at(-1) ?? 'none')) {
      const filled = parameters.reduce(
        (text, { 0: place }, at) =>
          text.replace(place, encodeURIComponent(keys.at(at - parameters.length) ?? '')),
        path,
      )
      yield { path: filled, names: 'path', isPrivate }
    }
  }

  #owned(kind: Kind): readonly OwnedObject[] {
    const found = this.#objects.filter(one => one.kind === kind)
    if (found.length === 0)
      throw new Error(
        `There is no object of the kind "${kind}": make one in scenarios/testing/authorization/owned-objects.ts`,
      )
    return found
  }

  /** Query strings: each identifier, and all flags, which show more. */
  *#queries(operation: string, { parameters = [] }: Operation): Generator<string> {
    const own = parameters.filter(one => one.in === 'query')
    const flags = own.filter(({ schema }) => isFlag(schema)).map(({ name }) => `${name}=true`)
    if (flags.length > 0) yield flags.join('&')
    for (const { name } of own) {
      const kind = kindOfName(operation, name)
      if (kind === undefined || kind === 'none') continue
      for (const { keys } of this.#owned(kind))
        yield [`${name}=${encodeURIComponent(keys.at(-1) ?? '')}`, ...flags].join('&')
    }
  }

  /** Changes that insert an identifier into a body, for each member that takes one. */
  *#changes(operation: string, schema: SchemaObject): Generator<(body: unknown) => unknown> {
    for (const { at, member, kind } of this.#members(operation, schema, []))
      for (const { keys } of this.#owned(kind)) {
        const value = valueFor(this.#resolved(member), keys.at(-1) ?? '')
        yield body => withMember(body, at, value)
      }
  }

  *#members(
    operation: string,
    given: SchemaObject,
    at: readonly string[],
  ): Generator<{ at: readonly string[]; member: SchemaObject; kind: Kind }> {
    const schema = this.#resolved(given)
    if (at.length >= maxDepth) return
    for (const [name, member] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
      if (!isObject(member)) continue
      const kind = kindOfName(operation, name)
      if (kind !== undefined && kind !== 'none') yield { at: [...at, name], member, kind }
      else yield* this.#members(operation, member, [...at, name])
    }
    for (const branch of [schema.oneOf, schema.anyOf].flat())
      if (isObject(branch)) yield* this.#members(operation, branch, at)
  }

  #resolved(schema: SchemaObject): SchemaObject {
    if (typeof schema.$ref !== 'string') return schema
    return this.#document.components.schemas[schema.$ref.replace('#/components/schemas/', '')] ?? schema
  }
}

function isFlag({ type, anyOf }: SchemaObject): boolean {
  return (
    type === 'boolean' || (Array.isArray(anyOf) && anyOf.some(one => isObject(one) && one.type === 'boolean'))
  )
}

/** An identifier in the form of a member's schema. */
function valueFor(schema: SchemaObject, key: string): unknown {
  const types = [schema.type].flat()
  const value = types.includes('string') ? key : Number(key)
  if (!types.includes('array')) return value
  const items = isObject(schema.items) ? schema.items : {}
  return [[items.type].flat().includes('string') ? key : Number(key)]
}

function withMember(body: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  const object = isObject(body) ? body : {}
  return { ...object, [name]: rest.length === 0 ? value : withMember(object[name], rest, value) }
}
