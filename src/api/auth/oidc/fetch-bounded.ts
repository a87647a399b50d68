import type { CustomFetch } from 'openid-client'

/** Metadata, keys, tokens and claims are a few kilobytes each. */
const maxAnswerBytes = 1_048_576

/** Fetches with a bound on the answer, which is read as a whole. Aborts by the signal of the options, also while it reads. */
export const fetchBounded: CustomFetch = async (url, options) => {
  // The library declares its options in types of its own: they are those of fetch.
  const answer = await fetch(url, options as RequestInit)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    length += chunk.byteLength
    if (length > maxAnswerBytes) throw new TypeError(`the provider answers more than ${maxAnswerBytes} bytes`)
    chunks.push(chunk)
  }
  const { status, headers } = answer
  return new Response(length === 0 ? null : Buffer.concat(chunks), { status, headers })
}
