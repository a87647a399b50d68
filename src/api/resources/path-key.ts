import type { FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { ObjectId, objectIdOf, pathParameter } from '../http/path-parameters.ts'

/** The path parameter that names one object of a resource. */
export interface PathKey<Key> {
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
