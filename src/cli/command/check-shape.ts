import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** Checks options by a shape. Throws an Error that names each invalid member. */
export function checkShape<Shape extends TSchema>(shape: Shape, given: unknown): Static<Shape> {
  if (Value.Check(shape, given)) return given
  const faults = Value.Errors(shape, given).map(
    ({ instancePath, message }) => `${instancePath.slice(1).replaceAll('/', '.')}: ${message}`,
  )
  throw new Error([...new Set(faults)].join('\n'))
}

/** Parses an option of several words, comma-separated or repeated. */
export function parseWords(text: string, earlier: readonly string[] = []): string[] {
  const added = text.split(',').map(word => word.trim())
  return [...earlier, ...added.filter(word => word !== '')]
}
