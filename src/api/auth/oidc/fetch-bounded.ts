import type { CustomFetch } from 'openid-client'

/** Metadata, keys, tokens and claims are a few kilobytes each. */
const maxAnswerBytes = 1_048_576

/**
 * Fetches an answer of bounded size and reads all of it. The signal of the options also aborts the reading.
 */
export const fetchBounded: CustomFetch = async (url, options) => {
  // The library declares its own type of options, equal to fetch's.
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
