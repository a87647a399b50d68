/** A number with a noun: 1 rule, 2 rules. `one` is a noun whose plural ends in s. */
export function pluralize(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`
}
