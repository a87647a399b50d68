import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { hasMoreValues } from '../../schema/text/json-excerpt.ts'
import type { ToolCall } from './api.ts'
import { ToolError } from './tool-error.ts'

/** A tool as the server lists it and calls it. */
export interface Tool {
  name: string
  title: string
  description: string
  /** JSON Schema of the arguments. Members with a default are optional. */
  inputSchema: { type: 'object'; [keyword: string]: unknown }
  /** Throws a ToolError for arguments that do not match the schema. */
  run(call: ToolCall, given: unknown): Promise<object>
  /** Whether the caller's list contains the tool; absent: always. */
  isOffered?(call: ToolCall): Promise<boolean>
}

/** Defines a tool by the shapes of its arguments. `run` gets valid arguments, with defaults filled in. */
export function defineTool<Members extends TProperties>(tool: {
  name: string
  title: string
  description: string
  members: Members
  run(call: ToolCall, given: Static<TObject<Members>>): Promise<object>
  isOffered?(call: ToolCall): Promise<boolean>
}): Tool {
  const { name, title, description, members, run, isOffered } = tool
  const input = Type.Object(members, { additionalProperties: false })
  const required = Object.entries(members)
    .filter(([, member]) => !Type.IsOptional(member) && !('default' in member))
    .map(([member]) => member)
  return {
    name,
    title,
    description,
    inputSchema: {
      type: 'object',
      properties: members,
      additionalProperties: false,
      ...(required.length > 0 && { required }),
    },
    run: (call, given) => run(call, checkedArguments(input, given)),
    ...(isOffered && { isOffered }),
  }
}

const maxFaults = 20
/**
 * Maximum values in all arguments of a call. Filling in defaults and finding faults take some microseconds
 * per value.
 */
const maxValues = 2_000

function checkedArguments<Input extends TObject>(input: Input, given: unknown): Static<Input> {
  if (hasMoreValues(given, maxValues))
    throw new ToolError(`These arguments are not valid. Expected at most ${maxValues} values.`)
  const known = Object.keys(input.properties)
  const filled = Value.Default(input, convertArguments(input, structuredClone(given ?? {})))
  if (Value.Check(input, filled)) return filled
  const faults = Value.Errors(input, filled).map(error => {
    const { keyword, instancePath, message } = error
    const path = instancePath.slice(1).replaceAll('/', '.')
    // `additionalProperties: false` is a schema that refuses every value: its keyword is `boolean`.
    if (keyword === 'boolean') return `${path}: there is no such argument, only ${known.join(', ')}`
    const text = keyword === 'enum' ? `must be one of ${error.params.allowedValues.join(', ')}` : message
    return path === '' ? text : `${path}: ${text}`
  })
  throw new ToolError(`These arguments are not valid. ${[...new Set(faults)].slice(0, maxFaults).join('; ')}`)
}

/**
 * Converts texts that models write instead of values, and numbers instead of texts: an id as 42, a limit as
 * "5".
 */
function convertArguments(input: TObject, given: unknown): unknown {
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
