import { type TObject, type TSchema, Type } from 'typebox'

/**
 * Converts texts that models write instead of values, and numbers instead of texts: an id as 42, a limit as
 * "5".
 */
export function convertArguments(input: TObject, given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const member: TSchema | undefined = Object.hasOwn(input.properties, name)
        ? input.properties[name]
        : undefined
      return [name, member === undefined ? value : converted(member, value)]
    }),
  )
}

function converted(member: TSchema, value: unknown): unknown {
  // A number beyond 2^53 has lost digits and is not an id.
  if (Type.IsString(member) && typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER)
    return String(value)
  if (Type.IsInteger(member) && typeof value === 'string' && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (Type.IsBoolean(member) && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
