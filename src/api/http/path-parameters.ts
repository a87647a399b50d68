import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { isObject } from '../../schema/text/json-object.ts'

/** Path parameters of a route to an object with a numeric id; an invalid id is a 404. */
export const ObjectId = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })

/** A path parameter, even before validation; '' if the route has none of this name. */
export function pathParameter({ params }: FastifyRequest, name: string): string {
  return isObject(params) && Object.hasOwn(params, name) ? String(params[name]) : ''
}

/** The id in the path, even before validation; NaN if it is not a number. */
export function objectIdOf(request: FastifyRequest): number {
  const id = pathParameter(request, 'id')
  return id === '' ? Number.NaN : Number(id)
}
