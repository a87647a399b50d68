import { isObject } from '../../../schema/text/json-object.ts'

/** Encodes a value as a body of this media type, with its headers. */
export async function encoded(
  type: string,
  value: unknown,
): Promise<{ headers: Record<string, string>; payload: Buffer }> {
  switch (type) {
    case 'application/x-www-form-urlencoded': {
      const text = new URLSearchParams(fieldsOf(value)).toString()
      return { headers: { 'content-type': type }, payload: Buffer.from(text) }
    }
    case 'multipart/form-data': {
      const form = new FormData()
      for (const [name, text] of fieldsOf(value)) form.append(name, text)
      const response = new Response(form)
      const headers = { 'content-type': response.headers.get('content-type') ?? '' }
      return { headers, payload: Buffer.from(await response.arrayBuffer()) }
    }
    default:
      return { headers: { 'content-type': type }, payload: Buffer.from(JSON.stringify(value)) }
  }
}

/** Members as text: nested values as JSON, absent ones left out. */
function fieldsOf(value: unknown): [name: string, text: string][] {
  if (!isObject(value)) return []
  return Object.entries(value).map(([name, member]) => [
    name,
    typeof member === 'object' ? JSON.stringify(member) : String(member),
  ])
}
