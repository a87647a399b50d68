import { ApiError } from './api-error.ts'
import type { ListPage } from './request.ts'

/**
 * Reads a page of a list. If the page no longer exists, because its last objects were deleted, reads the last
 * page, whose number is in the answer.
 */
export async function readExistingPage<T>(
  page: number,
  read: (page: number) => Promise<ListPage<T>>,
): Promise<ListPage<T>> {
  try {
    return await read(page)
  } catch (error) {
    const isPastEnd = error instanceof ApiError && error.code === 'invalid_page'
    if (!isPastEnd || page === 1) throw error
  }
  const first = await read(1)
  const last = Math.min(first.page_count, page - 1)
  return last === 1 ? first : readExistingPage(last, read)
}
