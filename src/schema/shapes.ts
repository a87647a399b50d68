import { type TSchema, type TSchemaOptions, type TStringOptions, Type } from 'typebox'

/** Time of a resource, Unix seconds. */
export const UnixSeconds = Type.Number({ description: 'Unix seconds' })

/** Maximum time, Unix seconds in the year 2255: its microseconds are still exact. */
export const maxUnixSeconds = 9_000_000_000

/** A user in another resource: its owner, its creator. */
export const UserReference = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  fullname: Type.String(),
})

/** The reason of a failure: a code of the error catalogue (fault.ts) and a sentence. */
export const Failure = Type.Object({ code: Type.String(), detail: Type.String() })

/** C0, DEL and C1, within a class of a pattern. */
export const controlCharacters = '\\u0000-\\u001f\\u007f-\\u009f'

/**
 * A name or a title: on one line, and without characters that would be commands in a terminal, a mail or a
 * log.
 */
export function lineText(options: TStringOptions) {
  return Type.String({ ...options, pattern: `^[^${controlCharacters}]*$` })
}

/** A member that may be null. */
export function nullable<Shape extends TSchema>(shape: Shape, options: TSchemaOptions = {}) {
  return Type.Union([shape, Type.Null()], options)
}
