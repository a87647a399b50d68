import { request } from './request.ts'

/** Recent values of a field, most frequent first. */
export async function readDictionary(name: string, limit: number, signal: AbortSignal): Promise<string[]> {
  const answer = await request<{ list: { name: string | number }[] }>(
    `/api/dictionaries/${encodeURIComponent(name)}?limit=${limit}`,
    { signal },
  )
  return answer.list.map(entry => String(entry.name))
}
