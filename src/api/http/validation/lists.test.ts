import { describe, expect, test } from 'vitest'
import { pagedList, pageOfArray } from './lists.ts'

const { signal } = new AbortController()

describe('pages of a list', () => {
  const pages: [page: number, page_size: number, items: number, offset: number, pages: number][] = [
    [1, 100, 0, 0, 1],
    [1, 100, 100, 0, 1],
    [2, 100, 101, 100, 2],
    [3, 7, 20, 14, 3],
  ]
  test.each(pages)('page %i of %i each, %i items', async (page, page_size, items, offset, page_count) => {
    const answer = await pagedList(
      { page, page_size },
      ['id'],
      async asked => {
        expect(asked).toEqual({
          offset,
          limit: page_size,
          order: [{ field: 'id', descending: true }],
          signal,
        })
        return { objects: ['x'], itemCount: items }
      },
      signal,
    )
    expect(answer).toEqual({
      objects: ['x'],
      item_count: items,
      page_count,
      page_number: page,
      page_size,
    })
  })

  test.each([
    [2, 0],
    [2, 100],
    [3, 101],
  ])('page %i of %i items at 100 each is past the end', async (page, items) => {
    const all = Array.from({ length: items }, (_, index) => ({ index }))
    await expect(pageOfArray({ page, page_size: 100 }, all)).rejects.toThrow('Invalid page.')
  })
})

describe('ordering', () => {
  const fields = ['id', 'title'] as const
  const orderFor = async (ordering: string | undefined) => {
    const asked: unknown[] = []
    await pagedList(
      { page: 1, page_size: 9, ...(ordering !== undefined && { ordering }) },
      fields,
      async page => {
        asked.push(page.order)
        return { objects: [], itemCount: 0 }
      },
      signal,
    )
    return asked[0]
  }
  const usual = [{ field: 'id', descending: true }] as const

  test.each([
    [undefined, usual],
    ['', usual],
    ['title', [{ field: 'title', descending: false }]],
    [
      '-title, id',
      [
        { field: 'title', descending: true },
        { field: 'id', descending: false },
      ],
    ],
  ])('%s', async (text, keys) => {
    expect(await orderFor(text)).toEqual(keys)
  })

  test.each(['name', '--id', 'id,', 'ID'])('%s is refused', async text => {
    await expect(orderFor(text)).rejects.toThrow()
  })
})
