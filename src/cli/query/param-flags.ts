import { type Command, InvalidArgumentError, Option } from 'commander'
import type { TSchema } from 'typebox'
import { type QueryType, queryTypes } from '../../schema/query/query.ts'
import { parseWords } from '../command/check-shape.ts'

/** Params with special flags (`--range`, `--filter`), or without effect on a query that runs once. */
const withoutFlag = new Set(['time_range', 'filter', 'freeze_time', 'host'])

/** The members of a JSON Schema from which a flag is built. */
interface ParamShape {
  type?: string
  enum?: readonly string[]
  anyOf?: readonly ParamShape[]
  items?: ParamShape
  title?: string
  description?: string
  default?: unknown
}

/** Adds a flag for each param of a query type: `with_subperiods` is `--with-subperiods`. */
export function addParamFlags(command: Command, type: QueryType): void {
  for (const [param, shape] of paramsOf(type))
    for (const option of flagsOf(param, shape)) command.addOption(option)
}

/** The params given as flags. */
export function givenParams(command: Command, type: QueryType): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  for (const [param] of paramsOf(type)) {
    const name = new Option(`--${flagName(param)}`).attributeName()
    if (command.getOptionValueSource(name) === 'cli') params[param] = command.getOptionValue(name)
  }
  return params
}

/** Whether a query type has a filter. */
export function takesFilter(type: QueryType): boolean {
  return 'filter' in queryTypes[type].params.properties
}

function paramsOf(type: QueryType): [param: string, shape: ParamShape][] {
  const properties: Readonly<Record<string, TSchema>> = queryTypes[type].params.properties
  const flagged = Object.entries(properties).filter(
    // Every type has the param `with_archive`, but only queries over events read archives.
    ([param]) => !withoutFlag.has(param) && (param !== 'with_archive' || takesFilter(type)),
  )
  // A TypeBox schema is a JSON Schema.
  return flagged as [string, ParamShape][]
}

function flagName(param: string): string {
  return param.replaceAll('_', '-')
}

/** The flags of a param: one, or `--x` and `--no-x` for a boolean without a default. */
function flagsOf(param: string, shape: ParamShape): Option[] {
  const flag = flagName(param)
  const text = describe(param, shape)
  if (shape.type === 'boolean') {
    const on = new Option(`--${flag}`, text)
    const off = new Option(
      `--no-${flag}`,
      shape.default === undefined ? `the opposite of --${flag}` : `not: ${text}`,
    )
    // A flag equal to the default would have no effect.
    return shape.default === undefined ? [on, off] : [shape.default === true ? off : on]
  }
  const option = new Option(`--${flag} <${valueName(shape)}>`, text)
  if (shape.enum !== undefined) return [option.choices(shape.enum)]
  return [option.argParser(parserOf(shape))]
}

/** The help of a flag: title, description and default. */
function describe(param: string, { title, description, default: given }: ParamShape): string {
  const words = [title ?? param.replaceAll('_', ' '), description]
    .filter(part => part !== undefined)
    .join(': ')
  const text = words.charAt(0).toLowerCase() + words.slice(1)
  const isEmptyList = Array.isArray(given) && given.length === 0
  if (given === undefined || typeof given === 'boolean' || isEmptyList) return text
  return `${text} (default: ${given})`
}

function valueName(shape: ParamShape): string {
  if (isList(shape)) return 'names'
  return isInteger(shape) ? 'number' : 'value'
}

function isList({ type, anyOf = [] }: ParamShape): boolean {
  return type === 'array' || anyOf.some(isList)
}

function isInteger({ type, anyOf = [] }: ParamShape): boolean {
  return type === 'integer' || (anyOf.length > 0 && anyOf.every(isInteger))
}

/** Returns the function that parses the value of a flag. A repeated flag extends a list. */
function parserOf(shape: ParamShape): (text: string, earlier: unknown) => unknown {
  const list = shape.type === 'array' ? shape : shape.anyOf?.find(isList)
  if (list !== undefined) {
    const ofNumbers = list.items !== undefined && isInteger(list.items)
    return (text, earlier) => {
      const words = parseWords(text)
      return [...(Array.isArray(earlier) ? earlier : []), ...(ofNumbers ? words.map(parseInteger) : words)]
    }
  }
  if (isInteger(shape)) return parseInteger
  // For example, the param `cpu` is a number, or `totals` for all processors.
  const mayBeNumber = shape.anyOf?.some(isInteger) === true
  return text => (mayBeNumber && /^\d{1,9}$/.test(text) ? Number(text) : text)
}

function parseInteger(text: string): number {
  if (!/^-?\d{1,15}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.')
  return Number(text)
}
