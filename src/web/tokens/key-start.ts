/** The letters of a secret key that identify it. */
export function keyStart(key: string): string {
  return `${key.slice(0, key.indexOf('-') + 5)}…`
}
