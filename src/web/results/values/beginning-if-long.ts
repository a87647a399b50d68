import { truncateText } from '../../../schema/text/truncate-text.ts'

/** The first `limit` UTF-16 units of a text, without half a surrogate pair; undefined when the text fits. */
export function beginningIfLong(text: string, limit: number): string | undefined {
  return text.length <= limit ? undefined : truncateText(text, limit)
}
