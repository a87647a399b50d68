import { expect, it } from 'vitest'
import { DeliveryQueue } from './delivery-queue.ts'

/** A new item was not taken, because the whole destination is away. */
function refuse<Item>(queue: DeliveryQueue<Item>, item: Item, now: number): void {
  queue.delayPart('', now)
  queue.delayNew(now)
  queue.retryLater(item, 1, '', now)
}

/** A retry was not taken, for the `failures`-th time. */
function refuseRetry<Item>(
  queue: DeliveryQueue<Item>,
  item: Item,
  part: string,
  failures: number,
  now: number,
) {
  queue.delayPart(part, now)
  queue.retryLater(item, failures, part, now)
  queue.endRetry(part)
}

it('gives what waits in order', () => {
  const queue = new DeliveryQueue<string>()
  for (const item of ['a', 'b']) queue.add(item)
  const taken = [queue.takeNew(5), queue.takeNew(5), queue.takeNew(5)]
  expect([taken, queue.newDueAt, queue.retryDueAt]).toEqual([['a', 'b', undefined], undefined, undefined])
})

it('gives what follows only while it belongs to what came before', () => {
  const queue = new DeliveryQueue<number>()
  for (const item of [1, 2, 9, 3]) queue.add(item)
  const small = (item: number) => item < 5
  expect([queue.takeNew(0), queue.takeNextIf(small), queue.takeNextIf(small), queue.takeNew(0)]).toEqual([
    1,
    2,
    undefined,
    9,
  ])
  // A refused item waits for its own retry.
  queue.retryLater(1, 1, '', 0)
  expect([queue.takeNextIf(small), queue.takeNextIf(small), queue.size]).toEqual([3, undefined, 1])
})

it('holds back untried files for as long as it is asked to, but no retries', () => {
  const queue = new DeliveryQueue<string>()
  for (const item of ['a', 'b']) queue.add(item)
  const again = String(queue.takeNew(0))
  queue.holdUntil(500)
  queue.retryLater(again, 1, '', 0)
  expect([queue.takeNew(100), queue.retryDueAt, queue.takeRetry(199), queue.takeRetry(200)]).toEqual([
    undefined,
    200,
    undefined,
    'a',
  ])
  expect([queue.takeNew(499), queue.newDueAt]).toEqual([undefined, 500])
  queue.holdUntil(0)
  expect(queue.takeNew(300)).toBe('b')
})

it('lets the next one have its turn soon after a failure, and later after more of them', () => {
  const queue = new DeliveryQueue<string>()
  for (const item of ['a', 'b', 'c']) queue.add(item)
  refuse(queue, String(queue.takeNew(0)), 0)
  expect([queue.takeNew(199), queue.newDueAt, queue.retryDueAt]).toEqual([undefined, 200, 200])
  // Both are due: neither waits for the other.
  expect([queue.takeRetry(200), queue.takeNew(200)]).toEqual(['a', 'b'])
  queue.delayNew(200)
  refuseRetry(queue, 'a', '', 2, 200)
  expect([queue.newDueAt, queue.retryDueAt, queue.takeNew(599)]).toEqual([600, 600, undefined])
})

it('gives new items while retries of a part that is away are many, and tries one of these at a time', () => {
  const queue = new DeliveryQueue<number>()
  for (let item = 0; item < 100; item++) queue.add(item)
  for (let item = 0; item < 40; item++) {
    expect(queue.takeNew(0)).toBe(item)
    queue.retryLater(item, 1, 'shard 2', 0)
  }
  queue.delayPart('shard 2', 0)
  for (let at = 200, delay = 400; at < 20_000; at += delay, delay = Math.min(2 * delay, 5_000)) {
    expect([queue.takeRetry(at - 1), queue.retryDueAt]).toEqual([undefined, at])
    const item = queue.takeRetry(at)
    expect([typeof item, queue.takeRetry(at), queue.retryDueAt]).toEqual(['number', undefined, undefined])
    refuseRetry(queue, Number(item), 'shard 2', 2, at)
    expect(queue.takeNew(at)).toBeGreaterThanOrEqual(40)
    queue.recordSuccess()
  }
  expect(queue.takeNextIf(() => true)).toBeDefined()
})

it('a part that is away does not delay the retries of another part', () => {
  const queue = new DeliveryQueue<string>()
  queue.retryLater('a', 1, 'shard 1', 0)
  for (let failures = 0; failures < 9; failures++) queue.delayPart('shard 2', 0)
  queue.retryLater('b', 1, 'shard 2', 0)
  expect([queue.takeRetry(200), queue.takeRetry(200), queue.retryDueAt]).toEqual(['a', undefined, 5_000])
})

it('tries all of a part again at once when a success ends a time of trouble', () => {
  const queue = new DeliveryQueue<string>()
  for (const item of ['a', 'b', 'c']) queue.retryLater(item, 9, 'shard 2', 0)
  for (let failures = 0; failures < 2; failures++) queue.delayPart('shard 2', 4_900)
  expect([queue.takeRetry(5_000), queue.takeRetry(5_300)]).toEqual([undefined, 'a'])
  // Success of another part.
  queue.recordSuccess()
  queue.retryLater('late', 9, 'shard 2', 5_300)
  queue.recordSuccess('shard 2')
  queue.endRetry('shard 2')
  const taken: (string | undefined)[] = []
  for (let time = 0; time < 4; time++) {
    taken.push(queue.takeRetry(5_301))
    queue.endRetry('shard 2')
  }
  expect(taken).toEqual(['b', 'c', 'late', undefined])
})

it('tries one new item at a time while all fail and very many were not taken', () => {
  const queue = new DeliveryQueue<number>()
  for (let item = 0; item < 40; item++) queue.add(item)
  for (let item = 0; item < 32; item++) {
    expect(queue.takeNew(200_000 * item)).toBe(item)
    expect(queue.takeNextIf(() => false)).toBeUndefined()
    refuse(queue, item, 200_000 * item)
  }
  const now = 200_000 * 40
  expect([queue.takeNew(now), queue.takeNextIf(() => true), queue.size]).toEqual([32, undefined, 39])
  // The destination is back.
  queue.recordSuccess()
  expect([queue.takeNew(now), queue.takeNextIf(() => true), queue.takeOldest()]).toEqual([33, 34, 0])
})
