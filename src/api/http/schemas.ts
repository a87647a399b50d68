import { type Static, type TSchema, Type } from 'typebox'

/** A string that is one of these words. */
export function stringEnum<const Word extends string>(
  words: readonly Word[],
  options: { default?: Word; description?: string } = {},
) {
  return Type.Unsafe<Word>({ type: 'string', enum: [...words], ...options })
}

/** A reference to a shared schema by its $id. */
export function refTo<Schema extends TSchema>(schema: Schema) {
  if (!('$id' in schema) || typeof schema.$id !== 'string') throw new Error('a shared schema has an $id')
  return Type.Unsafe<Static<Schema>>({ $ref: `${schema.$id}#` })
}

/** The schema of a 204. */
export const noContent = Type.Unsafe<void>({ type: 'null', description: 'No body' })
