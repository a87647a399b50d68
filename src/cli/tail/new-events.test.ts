import { expect, test } from 'vitest'
import type { EventRecord } from '../../schema/event/event-record.ts'
import { NewEvents } from './new-events.ts'

/** Events of these ids: `3x2` occurred twice, `3@7` at second 7, `3@7-9` from 7 to 9. */
function page(...names: string[]): EventRecord[] {
  // Other members are not read.
  return names.map(name => {
    const [occurred = '', times = ''] = name.split('@')
    const [id, counter = '1'] = occurred.split('x')
    const [first, last = first] = times.split('-').map(Number)
    return {
      id: Number(id),
      counter: Number(counter),
      first_occurrence: first,
      last_occurrence: last,
    } as EventRecord
  })
}

const steps: [name: string, pages: [page: string[], count: number, shown: string, leftOut: number][]][] = [
  ['the newest of the first page are shown, oldest first', [[['5', '4', '3'], 3, '4 5', 0]]],
  [
    'what is new follows',
    [
      [['2', '1'], 2, '1 2', 0],
      [['4', '3', '2', '1'], 4, '3 4', 0],
    ],
  ],
  [
    'nothing new is nothing',
    [
      [['2', '1'], 2, '1 2', 0],
      [['2', '1'], 2, '', 0],
    ],
  ],
  [
    'what no page had is counted',
    [
      [['2', '1'], 2, '1 2', 0],
      [['9', '8'], 9, '8 9', 5],
    ],
  ],
  [
    'late ones that are dated before the page are counted',
    [
      [['2', '1'], 50, '1 2', 0],
      [['2', '1'], 53, '', 3],
    ],
  ],
  [
    'a repeated one is shown again',
    [
      [['2', '1'], 2, '1 2', 0],
      [['1x3', '2'], 2, '1', 0],
    ],
  ],
  [
    'an old one that comes up is not left out',
    [
      [['9', '8'], 9, '8 9', 0],
      [['3x2', '10'], 11, '10 3', 1],
    ],
  ],
  [
    'one of another node, whose ids are lower, is not left out',
    [
      [['900@11', '901@10'], 9, '901 900', 0],
      [['20@12', '900@11'], 10, '20', 0],
      [['21@14', '22@13'], 13, '22 21', 1],
    ],
  ],
  [
    'an old one of another node that comes up does not count as new',
    [
      [['900@11', '901@10'], 9, '901 900', 0],
      [['20x2@3-12', '900@11'], 10, '20', 1],
    ],
  ],
  [
    'fewer than before (days are dropped) are not left out',
    [
      [['2', '1'], 90, '1 2', 0],
      [['3', '2'], 40, '3', 0],
    ],
  ],
  [
    'the same after a loss of the connection is nothing',
    [
      [['2'], 1, '2', 0],
      [['2'], 1, '', 0],
      [['3', '2'], 2, '3', 0],
    ],
  ],
]
test.each(steps)('%s', (_, pages) => {
  const seen = new NewEvents(2)
  for (const [names, count, shown, leftOut] of pages) {
    const taken = seen.take(page(...names), count)
    expect(taken.events.map(({ id }) => id).join(' ')).toBe(shown)
    expect(taken.leftOut).toBe(leftOut)
  }
})
