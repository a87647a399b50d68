import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** What the command line gave, as the shape wants it. Throws naming each member that is wrong. */
export function checkShape<Shape extends TSchema>(shape: Shape, given: unknown): Static<Shape> {
  if (Value.Check(shape, given)) return given
  const faults = Value.Errors(shape, given).map(
    ({ instancePath, message }) => `${instancePath.slice(1).replaceAll('/', '.')}: ${message}`,
  )
  throw new Error([...new Set(faults)].join('\n'))
}

/** An option that takes several words, comma-separated or given again. */
export function parseWords(text: string, earlier: readonly string[] = []): string[] {
  const added = text.split(',').map(word => word.trim())
  return [...earlier, ...added.filter(word => word !== '')]
}
