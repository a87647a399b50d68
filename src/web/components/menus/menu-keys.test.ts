import { expect, test } from 'vitest'
import { targetOf } from './menu-keys.ts'

const names = ['Light', 'Dark', 'System', 'Sign out']
let time = 0
const cases: [name: string, at: number, keys: string, wanted: number | undefined][] = [
  ['down from none', -1, 'ArrowDown', 0],
  ['down from the last', 3, 'ArrowDown', 0],
  ['up from none', -1, 'ArrowUp', 3],
  ['up from the first', 0, 'ArrowUp', 3],
  ['home', 2, 'Home', 0],
  ['end', 0, 'End', 3],
  ['a letter', 0, 'd', 1],
  ['a letter of several items', 0, 's', 2],
  ['the same letter again', 2, 's', 3],
  ['a letter of none', 0, 'x', undefined],
  ['another key', 0, 'Escape', undefined],
  ['space, which presses', 0, ' ', undefined],
]
for (const [name, at, key, wanted] of cases)
  test(`${name} leads to item ${wanted ?? 'none'}`, () => {
    time += 10_000
    expect(targetOf(names, at, { key, timeStamp: time })).toBe(wanted)
  })

test('letters typed quickly are one word', () => {
  const typed = [...'sig'].map((key, index) => targetOf(names, 2, { key, timeStamp: 1e9 + index * 100 }))
  expect(typed.at(-1)).toBe(3)
})

test('without items no key leads anywhere', () =>
  expect(targetOf([], -1, { key: 'ArrowDown', timeStamp: 2e9 })).toBeUndefined())
