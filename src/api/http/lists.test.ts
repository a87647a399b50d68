import { describe, expect, test } from 'vitest'
import { offsetAndLimit, pageAnswer, parseOrdering } from './lists.ts'

describe('pages of a list', () => {
  const pages: [page: number, page_size: number, items: number, offset: number, pages: number][] = [
    [1, 100, 0, 0, 1],
    [1, 100, 100, 0, 1],
    [2, 100, 101, 100, 2],
    [3, 7, 20, 14, 3],
  ]
  test.each(pages)('page %i of %i each, %i items', (page, page_size, items, offset, page_count) => {
    expect(offsetAndLimit({ page, page_size })).toEqual({ offset, limit: page_size })
    expect(pageAnswer({ page, page_size }, items, ['x'])).toEqual({
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
  ])('page %i of %i items at 100 each is past the end', (page, items) => {
    expect(() => pageAnswer({ page, page_size: 100 }, items, [])).toThrow('Invalid page.')
  })
})

describe('ordering', () => {
  const fields = ['title', 'id'] as const
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
  ])('%s', (text, keys) => {
    expect(parseOrdering(text, fields, usual)).toEqual(keys)
  })

  test.each(['name', '--id', 'id,', 'ID'])('%s is refused', text => {
    expect(() => parseOrdering(text, fields, usual)).toThrow()
  })
})
