import type { TagListRecord } from '../../schema/tag-list.ts'
import { request } from './request.ts'

/** Names of tags that events of the last seven days have and that begin so, in any case: at most `limit`. */
export async function readTagNames(prefix: string, limit: number, signal: AbortSignal): Promise<string[]> {
  const query = new URLSearchParams({ preset: 'last_7_days', prefix, limit: String(limit) })
  const { list } = await request<TagListRecord>(`/api/tags?${query}`, { signal })
  return list.map(({ name }) => name)
}
