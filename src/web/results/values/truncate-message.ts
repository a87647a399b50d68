import { truncateText } from '../../../schema/text/truncate-text.ts'

/** The first `limit` UTF-16 units of a text, without half a surrogate pair; undefined when the text fits. */
export function truncateMessage(message: string, limit: number): string | undefined {
  return message.length <= limit ? undefined : truncateText(message, limit)
}
