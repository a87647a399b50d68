import { type Static, type TSchema, Type } from 'typebox'

/** One of these words. */
export function stringEnum<const Word extends string>(
  words: readonly Word[],
  options: { default?: Word; description?: string } = {},
) {
  return Type.Unsafe<Word>({ type: 'string', enum: [...words], ...options })
}

/** Points at a shape that the server knows by its $id, so that the API description shows its name instead of a copy. */
export function refTo<Shape extends TSchema>(shape: Shape) {
  if (!('$id' in shape) || typeof shape.$id !== 'string') throw new Error('a named shape has an $id')
  return Type.Unsafe<Static<Shape>>({ $ref: `${shape.$id}#` })
}

/** A 204. */
export const noContent = Type.Unsafe<void>({ type: 'null', description: 'No body' })
