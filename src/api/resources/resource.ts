import type { FastifyRequest } from 'fastify'
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { FaultCode } from '../../schema/fault.ts'
import type { Access } from '../auth/access.ts'
import type { ScopeCheck } from '../auth/scope.ts'
import { ObjectId, objectIdOf, pathParameter } from '../http/path-parameters.ts'
import type { ListPage } from '../http/validation/lists.ts'

/** Members that every operation of a resource declares. */
export interface Operation {
  summary: string
  /** Further text of the API description, Markdown. */
  description?: string
  /** Errors beyond those implied by the permission, the path and the body. */
  faults?: readonly FaultCode[]
}

interface ListOperation<Caller, Shown, Field extends string, Query extends TProperties> extends Operation {
  /** Fields of `ordering`. Without `ordering` the first one applies, descending unless `ascending`. */
  orderBy: readonly [Field, ...Field[]]
  ascending?: true
  /** Query parameters besides page, page_size and ordering. */
  query?: Query
  compress?: true
  run(
    page: ListPage<Field>,
    caller: Caller,
    query: Static<TObject<Query>>,
  ): Promise<{ objects: Shown[]; itemCount: number }>
}

interface GetOperation<Caller, Key, Shown, Query extends TProperties> extends Operation {
  /** Whether a scoped token may read it; default: no. */
  isInScope?: ScopeCheck
  query?: Query
  compress?: true
  run(key: Key, caller: Caller, query: Partial<Static<TObject<Query>>>): Promise<Shown>
}

export interface BodyOperation<Body extends TSchema> extends Operation {
  /** A named schema without additional properties. */
  body: Body
  /** The body is required although all its members are optional. */
  needsBody?: true
  maxBodyBytes?: number
  /** Completes the types of a form before the body is validated. */
  preValidation?: (request: FastifyRequest) => Promise<void>
}

interface CreateOperation<Caller, Item, Body extends TSchema> extends BodyOperation<Body> {
  status: 200 | 201 | 202
  run(body: Static<Body>, caller: Caller): Promise<Item>
}

/** A PATCH or PUT. */
export interface ChangeOperation<Caller, Key, Item, Body extends TSchema> extends BodyOperation<Body> {
  run(key: Key, body: Static<Body>, caller: Caller): Promise<Item>
}

interface DeleteOperation<Caller, Key> extends Operation {
  run(key: Key, caller: Caller): Promise<void>
}

/** A kind of object with its operations. An absent operation has no route. */
export interface Resource<
  Caller,
  Key,
  Item extends TSchema,
  Shown extends TSchema,
  Field extends string,
  ListQuery extends TProperties,
  GetQuery extends TProperties,
  Draft extends TSchema,
  Patch extends TSchema,
  Replacement extends TSchema,
> {
  /** Path of the list; one object is at `path/:key`. */
  path: string
  key: PathKey<Key>
  access: Access
  /** The caller of a request in the form that the operations use. */
  caller(request: FastifyRequest): Caller
  /** Named schema of an object. */
  item: Item
  /** Schema of answers to reads, if they are not always an `item`. */
  shown?: Shown
  list?: ListOperation<Caller, Static<Shown>, Field, ListQuery>
  create?: CreateOperation<Caller, Static<Item>, Draft>
  get: GetOperation<Caller, Key, Static<Shown>, GetQuery>
  patch?: ChangeOperation<Caller, Key, Static<Item>, Patch>
  replace?: ChangeOperation<Caller, Key, Static<Item>, Replacement>
  delete?: DeleteOperation<Caller, Key>
  /**
   * Throws for a body that its schema allows and the object does not. Called before it is created or changed.
   */
  checkBody?(body: Static<Draft> | Static<Patch> | Static<Replacement>, caller: Caller): void
  /** Called after each change before its answer, such as to put the change into force. */
  afterChange?: (() => Promise<void>) | undefined
  /**
   * Throws the 403 or 404 of a change; default: `get`. Called before a change is answered with 400, which
   * must not hide them.
   */
  checkWritable?(key: Key, caller: Caller): Promise<void>
}

/** The path parameter that names one object of a resource. */
interface PathKey<Key> {
  name: string
  params: TSchema
  /** Also works before the path is validated; an invalid path yields a key that no object has. */
  read(request: FastifyRequest): Key
}

export const objectId: PathKey<number> = { name: 'id', params: ObjectId, read: objectIdOf }

/** A key of any text. */
export function textKey(name: string, description: string): PathKey<string> {
  return {
    name,
    params: Type.Object({ [name]: Type.String({ description }) }),
    read: request => pathParameter(request, name),
  }
}
