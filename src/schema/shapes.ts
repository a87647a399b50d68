import { type TSchema, type TSchemaOptions, Type } from 'typebox'

/** Time of a resource, Unix seconds. */
export const UnixSeconds = Type.Number({ description: 'Unix seconds' })

/** A user in another resource: its owner, its creator. */
export const UserReference = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  fullname: Type.String(),
})

/** Why something failed: a code of the error catalogue (fault.ts) and a sentence. */
export const Failure = Type.Object({ code: Type.String(), detail: Type.String() })

/** A member that may be null. */
export function nullable<Shape extends TSchema>(shape: Shape, options: TSchemaOptions = {}) {
  return Type.Union([shape, Type.Null()], options)
}
