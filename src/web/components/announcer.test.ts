import { expect, test } from 'vitest'
import { ManualClock } from '../live/testing/manual-clock.ts'
import { Announcer } from './announcer.ts'

test('a text that changes every second is said every ten, the newest of it', () => {
  const clock = new ManualClock()
  const said: [at: number, text: string][] = []
  const announcer = new Announcer(clock, text => said.push([clock.time, text]))
  for (let second = 0; second < 25; second++) {
    announcer.announce(`${second} events`)
    clock.advance(1_000)
  }
  expect(said).toEqual([
    [0, '0 events'],
    [10_000, '9 events'],
    [20_000, '19 events'],
  ])
  clock.advance(60_000)
  expect(said.at(-1)).toEqual([30_000, '24 events'])
})

test('an empty text takes back what is no longer true, and the next text does not wait', () => {
  const clock = new ManualClock()
  const said: [at: number, text: string][] = []
  const announcer = new Announcer(clock, text => said.push([clock.time, text]))
  for (const text of ['4,116 events', '', '0 events', '', '0 events']) {
    announcer.announce(text)
    clock.advance(1_000)
  }
  // The second "0 events" waits, because the same text was announced less than 10 s ago.
  expect(said).toEqual([
    [0, '4,116 events'],
    [1_000, ''],
    [2_000, '0 events'],
    [3_000, ''],
  ])
  clock.advance(10_000)
  expect(said.at(-1)).toEqual([12_000, '0 events'])
})

test('the same is not said twice, and nothing after the end', () => {
  const clock = new ManualClock()
  const said: string[] = []
  const announcer = new Announcer(clock, text => said.push(text))
  announcer.announce('a')
  announcer.announce('b')
  announcer.announce('a')
  clock.advance(20_000)
  expect(said).toEqual(['a'])
  announcer.announce('b')
  announcer.announce('c')
  announcer.close()
  clock.advance(20_000)
  expect(said).toEqual(['a', 'b'])
})
