type Parameter = string | number | boolean | readonly string[] | undefined

/** An address with its parameters: lists with commas, and nothing for undefined, '' and empty lists. */
export function addressWith(path: string, parameters: Readonly<Record<string, Parameter>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && String(value) !== '') params.set(name, String(value))
  return `${path}?${params}`
}

/** A pattern of the API that finds this text. */
export function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
