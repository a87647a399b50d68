type Parameter = string | number | boolean | readonly string[] | undefined

/** An address with query parameters. Joins lists with commas; leaves out undefined, '' and empty lists. */
export function addressWith(path: string, parameters: Readonly<Record<string, Parameter>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && String(value) !== '') params.set(name, String(value))
  return `${path}?${params}`
}

/** A regular expression that finds this text as it is, for parameters such as `title__iregex`. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
