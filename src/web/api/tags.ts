import type { TagListRecord } from '../../schema/event/tag-list.ts'
import type { Range } from '../../time/range.ts'
import { request } from './http/request.ts'

/**
 * At most `limit` names of tags of events of the last seven days that begin with this prefix, ignoring case.
 */
export async function readTagNames(prefix: string, limit: number, signal: AbortSignal): Promise<string[]> {
  const query = new URLSearchParams({ preset: 'last_7_days', prefix, limit: String(limit) })
  const { list } = await findTags(String(query), signal)
  return list.map(({ name }) => name)
}

/** At most `limit` tags of the events of a range whose names begin with the prefix, most frequent first. */
export function readTags(
  range: Range,
  timezone: string,
  prefix: string,
  limit: number,
  signal: AbortSignal,
): Promise<TagListRecord> {
  const ends =
    'preset' in range
      ? { preset: range.preset, timezone }
      : { ts_from: String(range.from), ts_to: String(range.to) }
  const query = new URLSearchParams({ ...ends, prefix, limit: String(limit) })
  return findTags(String(query), signal)
}

/** The response of GET /api/tags to a query string. */
export function findTags(query: string, signal: AbortSignal): Promise<TagListRecord> {
  return request(`/api/tags?${query}`, { signal })
}
