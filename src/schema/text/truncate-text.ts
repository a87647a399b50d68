/** The first `maxLength` UTF-16 units of a text, one less where that would split a surrogate pair. */
export function truncateText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const lastUnit = text.charCodeAt(maxLength - 1)
  return text.slice(0, lastUnit >= 0xd800 && lastUnit <= 0xdbff ? maxLength - 1 : maxLength)
}

/** The text; of a longer one, the first `maxLength` UTF-16 units and an ellipsis after them. */
export function withEllipsis(text: string, maxLength: number): string {
  return text.length > maxLength ? `${truncateText(text, maxLength)}…` : text
}
