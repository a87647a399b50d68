import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { readExistingPage } from './existing-page.ts'

/** A list of `pages` pages, and the pages that were asked for. */
function listOf(...pages: number[]) {
  const asked: number[] = []
  const read = async (page: number) => {
    asked.push(page)
    const [count = 1] = pages.length > 1 ? pages.splice(0, 1) : pages
    if (page > count) throw new ApiError(404, 'invalid_page', 'Invalid page.')
    return { objects: [`object of page ${page}`], item_count: count, page_count: count, page_number: page }
  }
  return { asked, read }
}

test.each([
  ['a page that exists', 2, [3], 2, [2]],
  ['the last page instead of a page past the end', 3, [2], 2, [3, 1, 2]],
  ['the first page of a list with one page', 2, [1], 1, [2, 1]],
  ['a list that shrinks meanwhile', 4, [3, 3, 1], 1, [4, 1, 3, 1]],
  ['a list that grows meanwhile', 3, [2, 9], 2, [3, 1, 2]],
])('%s', async (_, page, pageCounts, shown, requests) => {
  const { asked, read } = listOf(...pageCounts)
  const answer = await readExistingPage(page, read)
  expect(answer.page_number).toBe(shown)
  expect(asked).toEqual(requests)
})

test('any other error is thrown', async () => {
  const gone = new ApiError(404, 'not_found', 'Not found.')
  await expect(readExistingPage(2, () => Promise.reject(gone))).rejects.toBe(gone)
})
