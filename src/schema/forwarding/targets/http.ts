import { type Static, Type } from 'typebox'
import { chosenFields, httpMembers, httpUrl } from './members.ts'

/** A server that accepts events as JSON lines. */
export const HttpTarget = Type.Object(
  {
    url: httpUrl,
    fields: chosenFields('Members of the JSON objects, besides `id` and `forwarded_by`. Default: all'),
    ...httpMembers,
  },
  { $id: 'HttpTarget', description: 'Takes JSON lines', additionalProperties: false },
)
export type HttpTarget = Static<typeof HttpTarget>
