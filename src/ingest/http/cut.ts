/** Longer messages are cut here, in UTF-16 units; `extra.truncated` is the length that they had. */
export const longestMessage = 65_536

/** The first `limit` UTF-16 units of a text, or one less: a cut between the halves of a pair would leave half a character. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text
  const last = text.charCodeAt(limit - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit)
}
