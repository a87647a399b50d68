import type { FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { ObjectId, objectIdOf, pathParameter } from '../http/path-parameters.ts'

/** The path parameter that names one object of a resource. */
export interface PathKey<Key> {
  name: string
  params: TSchema
  /** Also works before the path is validated; the key is then one that no object has. */
  read(request: FastifyRequest): Key
}

export const objectId: PathKey<number> = { name: 'id', params: ObjectId, read: objectIdOf }

/** A key that is any text. */
export function textKey(name: string, description: string): PathKey<string> {
  return {
    name,
    params: Type.Object({ [name]: Type.String({ description }) }),
    read: request => pathParameter(request, name),
  }
}
