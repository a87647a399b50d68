import { ApiError } from './api-error.ts'

/** Default of the service. */
const defaultPageSize = 100
/** For one page: the service answers each with up to 16 MiB. */
const maxRequests = 25

/** The page size that an error suggests because the objects of a page are too large; undefined for others. */
export function suggestedPageSize(error: unknown): number | undefined {
  return error instanceof ApiError && error.code === 'answer_too_large' ? error.pageSize : undefined
}

/**
 * Reads a page of a list that the service refused with `refusal` as several smaller pages, one after the
 * other, and returns their objects as the page that was asked for: pages keep their numbers. `read` sends a
 * GET. Throws `refusal` when that takes too many requests.
 */
export async function readSmallerPages<T>(
  address: string,
  refusal: ApiError,
  read: (address: string) => Promise<ListPage<T>>,
): Promise<ListPage<T>> {
  const [path, query] = address.split('?')
  const params = new URLSearchParams(query)
  const pageNumber = Number(params.get('page') ?? 1)
  const pageSize = Number(params.get('page_size') ?? defaultPageSize)
  const end = pageNumber * pageSize
  let offset = end - pageSize
  let size = pageSize
  let latest: unknown = refusal
  const objects: T[] = []
  for (let requests = 0; requests < maxRequests; requests++) {
    const suggested = suggestedPageSize(latest)
    if (suggested !== undefined) {
      if (size === 1) break
      size = largestDivisor(size, Math.min(suggested, size - 1))
    }
    params.set('page', String(offset / size + 1))
    params.set('page_size', String(size))
    const part = await read(`${path}?${params}`).catch((error: unknown) => {
      if (suggestedPageSize(error) === undefined) throw error
      latest = error
    })
    if (part === undefined) continue
    latest = undefined
    objects.push(...part.objects)
    offset += size
    if (offset >= end || offset >= part.item_count) {
      const pageCount = Math.max(1, Math.ceil(part.item_count / pageSize))
      return { ...part, objects, page_number: pageNumber, page_count: pageCount }
    }
  }
  throw refusal
}

/** Smaller pages of such a size begin where the larger ones do. */
function largestDivisor(of: number, atMost: number): number {
  for (let divisor = atMost; divisor > 1; divisor--) if (of % divisor === 0) return divisor
  return 1
}

/** One page of a list of the API. */
export interface ListPage<T> {
  objects: T[]
  item_count: number
  page_count: number
  page_number: number
}
