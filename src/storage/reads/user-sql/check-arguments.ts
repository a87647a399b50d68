import { type SqlFunction, similarFunction } from './functions.ts'
import { refusal } from './refusal.ts'
import type { Expression, Literal } from './tree.ts'

/** The maximum of a numeric parameter, or of an offset in a window. */
const maxParameter = 10_000

/** The refusal of an unknown function. */
export function unknownFunction(name: string, at: number): Error {
  const closest = similarFunction(name)
  const proposal = closest === undefined ? '' : `; did you mean ${closest}?`
  return refusal(`There is no function ${name} for statements${proposal}`, at)
}

/** Throws unless a function may have these arguments. */
export function checkArguments(
  name: string,
  { kind, min, max, literalIndex, wholeNumberIndex }: SqlFunction,
  given: readonly Expression[],
  at: number,
): void {
  if (given.length < min || given.length > max) {
    const wanted = min === max ? String(min) : `${min} to ${max}`
    throw refusal(`${name}() takes ${wanted} arguments, not ${given.length}`, at)
  }
  if (wholeNumberIndex !== undefined && given.length > wholeNumberIndex)
    checkWholeNumber(name, kind, wholeNumberIndex, given[wholeNumberIndex], at)
  if (literalIndex === undefined) return
  const fixed = given[literalIndex]
  if (fixed?.kind !== 'literal' || typeof fixed.value !== 'string')
    throw refusal(`Argument ${literalIndex + 1} of ${name}() must be a text in quotes`, at)
}

/** Digits of `round`, for instance. */
const defaultRange = [-100, 100] as const
/** Ranges of functions for which other numbers fail or are meaningless. */
const rangesOfWholeNumbers: ReadonlyMap<string, readonly [from: number, to: number]> = new Map([
  ['ipv4cidrtorange', [0, 32]],
  ['ipv6cidrtorange', [0, 128]],
  ['tupleelement', [1, 2]],
])

/** Throws unless an argument is a whole number in the range of the function. */
function checkWholeNumber(
  name: string,
  kind: SqlFunction['kind'],
  index: number,
  given: Expression | undefined,
  at: number,
): void {
  const [from, to] =
    kind === 'window' ? [0, maxParameter] : (rangesOfWholeNumbers.get(name.toLowerCase()) ?? defaultRange)
  const value = given?.kind === 'literal' ? given.value : undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < from || value > to)
    throw refusal(`Argument ${index + 1} of ${name}() must be a whole number from ${from} to ${to}`, at)
}

/** Throws unless an aggregate function may have these parameters. */
export function checkParameters(name: string, parameters: readonly Literal[], at: number): void {
  const isAllowed = ({ value }: Literal) => typeof value === 'number' && value >= 0 && value <= maxParameter
  if (parameters.length > 20 || !parameters.every(isAllowed))
    throw refusal(`${name} takes up to 20 numbers from 0 to ${maxParameter}, as in ${name}(…)(x)`, at)
}
