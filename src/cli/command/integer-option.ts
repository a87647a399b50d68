import { InvalidArgumentError } from 'commander'

/** Returns the parser of an option or argument that is a whole number between two bounds, both inclusive. */
export function integerBetween(min: number, max: number): (text: string) => number {
  return text => {
    const number = text.trim() === '' ? Number.NaN : Number(text)
    if (!(Number.isInteger(number) && number >= min && number <= max))
      throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`)
    return number
  }
}
