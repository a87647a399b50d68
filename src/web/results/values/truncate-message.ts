/** The first `limit` UTF-16 units of a message, without half a surrogate pair; undefined when it fits. */
export function truncateMessage(message: string, limit: number): string | undefined {
  if (message.length <= limit) return undefined
  const beginning = message.slice(0, limit)
  return beginning.isWellFormed() || !message.isWellFormed() ? beginning : message.slice(0, limit - 1)
}
