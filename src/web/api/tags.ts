import type { TagListRecord } from '../../schema/event/tag-list.ts'
import type { Range } from '../../time/range.ts'
import { request } from './http/request.ts'

/** Names of tags of the last seven days' events that begin with a prefix, ignoring case; at most `limit`. */
export async function readTagNames(prefix: string, limit: number, signal: AbortSignal): Promise<string[]> {
  const query = new URLSearchParams({ preset: 'last_7_days', prefix, limit: String(limit) })
  const { list } = await findTags(String(query), signal)
  return list.map(({ name }) => name)
}

/** Tags of a range's events that begin with a prefix, ignoring case, most frequent first; at most `limit`. */
export function readTags(
  range: Range,
  timezone: string,
  prefix: string,
  limit: number,
  signal: AbortSignal,
): Promise<TagListRecord> {
  const rangeParams =
    'preset' in range
      ? { preset: range.preset, timezone }
      : { ts_from: String(range.from), ts_to: String(range.to) }
  const query = new URLSearchParams({ ...rangeParams, prefix, limit: String(limit) })
  return findTags(String(query), signal)
}

/** Reads GET /api/tags with a query string. */
export function findTags(query: string, signal: AbortSignal): Promise<TagListRecord> {
  return request(`/api/tags?${query}`, { signal })
}
