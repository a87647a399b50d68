/** Longer messages are cut here, in UTF-16 units; `extra.truncated` is the length that they had. */
export const maxMessageLength = 65_536

/** The first `limit` UTF-16 units of a text, or one less: a cut between the halves of a pair would leave half a character. */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const last = text.charCodeAt(maxLength - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxLength - 1 : maxLength)
}
