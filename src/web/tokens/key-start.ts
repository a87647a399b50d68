/** The letters of a secret key by which keys are told apart. */
export function keyStart(key: string): string {
  return `${key.slice(0, key.indexOf('-') + 5)}…`
}
