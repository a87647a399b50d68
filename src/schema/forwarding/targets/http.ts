import { type Static, Type } from 'typebox'
import { httpMembers, httpUrl } from './members.ts'

/** A server that accepts events as JSON lines. */
export const HttpTarget = Type.Object(
  { url: httpUrl, ...httpMembers },
  { $id: 'HttpTarget', description: 'Takes JSON lines', additionalProperties: false },
)
export type HttpTarget = Static<typeof HttpTarget>
