/** The members of an error body (docs/errors.md). */
export interface ErrorBody {
  code: string
  detail: string | undefined
  /** Messages by field path, such as `params.filter[0].value`. */
  fields: Record<string, string[]>
  /** All members, unchecked. */
  members: Readonly<Record<string, unknown>>
}

/** Reads the body of an error. Without a text as `code` it is '', without a text as `detail` undefined. */
export function readErrorBody(body: unknown): ErrorBody {
  // The object of a text or of undefined has none of the members.
  const members: Readonly<Record<string, unknown>> = Object(body)
  const fields: Record<string, string[]> = {}
  for (const [name, value] of Object.entries(members))
    if (Array.isArray(value) && value.every(item => typeof item === 'string')) fields[name] = value
  const { code, detail } = members
  return {
    code: typeof code === 'string' ? code : '',
    detail: typeof detail === 'string' ? detail : undefined,
    fields,
    members,
  }
}
