import type { TagListRecord } from '../../schema/tag-list.ts'
import { request } from './request.ts'

/** At most `limit` names of tags with this prefix, in any case, of events of the last seven days. */
export async function readTagNames(prefix: string, limit: number, signal: AbortSignal): Promise<string[]> {
  const query = new URLSearchParams({ preset: 'last_7_days', prefix, limit: String(limit) })
  const { list } = await request<TagListRecord>(`/api/tags?${query}`, { signal })
  return list.map(({ name }) => name)
}
