/** The strings of a column that holds a JSON list. */
export function parseStrings(json: string): string[] {
  const value: unknown = JSON.parse(json)
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}
