import { expect, it } from 'vitest'
import { DeliveryQueue } from './delivery-queue.ts'

/** Puts back an item that was not taken, for the `failures`-th time. */
function refuse<Item>(queue: DeliveryQueue<Item>, item: Item, failures: number, now: number): void {
  queue.retryLater(item, failures, now)
  queue.recordFailure(now)
}

it('gives what waits in order', () => {
  const queue = new DeliveryQueue<string>()
  for (const item of ['a', 'b']) queue.add(item)
  expect([queue.dueAt, queue.takeDue(5), queue.takeDue(5), queue.takeDue(5), queue.dueAt]).toEqual([
    0,
    'a',
    'b',
    undefined,
    undefined,
  ])
})

it('gives what follows only while it belongs to what came before', () => {
  const queue = new DeliveryQueue<number>()
  for (const item of [1, 2, 9, 3]) queue.add(item)
  const small = (item: number) => item < 5
  expect([queue.takeDue(0), queue.takeNextIf(small), queue.takeNextIf(small), queue.takeDue(0)]).toEqual([
    1,
    2,
    undefined,
    9,
  ])
  // A refused item waits for its own retry.
  queue.retryLater(1, 1, 0)
  expect([queue.takeNextIf(small), queue.takeNextIf(small), queue.size]).toEqual([3, undefined, 1])
})

it('holds back untried files for as long as it is asked to', () => {
  const queue = new DeliveryQueue<string>()
  for (const item of ['a', 'b']) queue.add(item)
  const again = String(queue.takeDue(0))
  queue.holdUntil(500)
  queue.retryLater(again, 1, 0)
  expect([queue.takeDue(100), queue.dueAt, queue.takeDue(200)]).toEqual([undefined, 200, 'a'])
  expect([queue.takeDue(499), queue.dueAt]).toEqual([undefined, 500])
  queue.holdUntil(0)
  expect(queue.takeDue(300)).toBe('b')
})

it('lets the next one have its turn soon after a failure, and later after more of them', () => {
  const queue = new DeliveryQueue<string>()
  for (const item of ['a', 'b', 'c']) queue.add(item)
  refuse(queue, String(queue.takeDue(0)), 1, 0)
  expect([queue.takeDue(199), queue.dueAt]).toEqual([undefined, 200])
  // Both are due: the failed item goes first.
  expect(queue.takeDue(200)).toBe('a')
  refuse(queue, 'a', 2, 200)
  expect([queue.dueAt, queue.takeDue(599), queue.takeDue(600), queue.takeDue(600)]).toEqual([
    600,
    undefined,
    'a',
    'b',
  ])
  expect([queue.size, [...queue]]).toEqual([1, ['c']])
})

it('tries all again at once when a success ends a time of trouble', () => {
  const queue = new DeliveryQueue<string>()
  for (const item of ['a', 'b', 'c']) queue.add(item)
  for (const item of [queue.takeDue(0), queue.takeDue(0)]) refuse(queue, String(item), 9, 0)
  // Both are due at 5,000.
  expect([queue.takeDue(4_000), queue.dueAt]).toEqual(['c', 5_000])
  queue.recordSuccess()
  expect([queue.takeDue(1), queue.takeDue(1), queue.takeDue(1)]).toEqual(['a', 'b', undefined])
})

it('tries no others while very many were not taken', () => {
  const queue = new DeliveryQueue<number>()
  for (let item = 0; item < 40; item++) queue.add(item)
  for (let item = 0; item < 32; item++) {
    expect(queue.takeDue(0)).toBe(item)
    refuse(queue, item, 9, 0)
    // Other items are taken meanwhile.
    queue.recordSuccess()
  }
  expect([queue.takeDue(1), queue.dueAt]).toEqual([undefined, 5_000])
  expect([queue.takeOldest(), queue.takeDue(1)]).toEqual([0, 32])
})
