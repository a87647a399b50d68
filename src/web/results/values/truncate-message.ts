import { truncateText } from '../../../schema/text/truncate-text.ts'

/** The first `limit` UTF-16 units of a message, without half a surrogate pair; undefined when it fits. */
export function truncateMessage(message: string, limit: number): string | undefined {
  return message.length <= limit ? undefined : truncateText(message, limit)
}
