import { expect, test } from 'vitest'
import { SeenLines } from './seen-lines.ts'

/** `3` is a line from moment 3; `3:9` also has the id 9. */
const pageOf = (text: string) =>
  text
    .split(' ')
    .filter(part => part !== '')
    .map(part => {
      const [ts = 0, id = ts] = part.split(':').map(Number)
      return { id, ts }
    })

/** `…`: further lines follow the page. `!`: the page is short. */
test.each<[about: string, pages: [page: string, fresh: string][]]>([
  [
    'lines once',
    [
      ['2 1', '2 1'],
      ['3 2 1', '3'],
      ['3 2 1', ''],
    ],
  ],
  [
    'an empty past',
    [
      ['', ''],
      ['1', '1'],
    ],
  ],
  [
    'lines that come in late',
    [
      ['5 3', '5 3'],
      ['5 4 3 1', '4 1'],
    ],
  ],
  [
    'none of the past that was left out',
    [
      ['5 4 …', '5 4'],
      ['6 5 4 3 2', '6'],
    ],
  ],
  [
    'a short page, and none of what it leaves out',
    [
      ['1', '1'],
      ['9 8 …', '! 9 8'],
      ['9 8 7 1', ''],
    ],
  ],
  [
    'a page that ends with a line that was seen',
    [
      ['3 2', '3 2'],
      ['5 4 3 …', '5 4'],
      ['5 4 3 2', ''],
    ],
  ],
  [
    'lines of one moment',
    [
      ['7:4 7:3 …', '7:4 7:3'],
      ['7:6 7:5 7:4 …', '7:6 7:5'],
      ['7:6 7:5 7:4 7:3 7:2 7:1', ''],
    ],
  ],
  [
    'of many pages',
    [
      ['', ''],
      ['4 3 2 1', '4 3 2 1'],
      ['8 7 6 5 …', '! 8 7 6 5'],
      ['9 8 7 6 …', '9'],
      ['12 11 10 9 …', '12 11 10'],
      ['12 11 10 9 8 7 6 5 4', ''],
    ],
  ],
])('%s', (_about, pages) => {
  const seen = new SeenLines(4)
  for (const [text, wanted] of pages) {
    const hasMore = text.includes('…')
    const page = pageOf(text.replace('…', ''))
    expect(seen.isShort(page, hasMore)).toBe(wanted.startsWith('!'))
    expect(seen.take(page, hasMore)).toEqual(pageOf(wanted.replace('!', '')))
  }
})
