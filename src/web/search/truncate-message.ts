/** The beginning of a message, of at most so many UTF-16 units, never half a character; undefined when all of it fits. */
export function truncateMessage(message: string, limit: number): string | undefined {
  if (message.length <= limit) return undefined
  const beginning = message.slice(0, limit)
  return beginning.isWellFormed() || !message.isWellFormed() ? beginning : message.slice(0, limit - 1)
}
