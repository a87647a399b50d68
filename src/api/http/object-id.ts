import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'

/** Path parameters of a route to one object with a numeric id; what is no such id is a 404. */
export const ObjectId = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })

/** The id in the path, also before it was checked (NaN for what is none, which nothing has). */
export function objectIdOf(request: FastifyRequest): number {
  const { params } = request
  return typeof params === 'object' && params !== null && 'id' in params ? Number(params.id) : Number.NaN
}
