import { expect, test } from 'vitest'
import { Mutex } from './mutex.ts'

const late = () => new Error('late')

test('callers get the mutex in order, one at a time; a caller that waits too long is passed over', async () => {
  const mutex = new Mutex()
  const order: string[] = []
  await mutex.lock(60_000, late)
  const first = mutex.lock(60_000, late).then(() => order.push('first'))
  const impatient = mutex.lock(1, late)
  const second = mutex.lock(60_000, late).then(() => order.push('second'))
  await expect(impatient).rejects.toThrow('late')
  expect(order).toEqual([])
  mutex.unlock()
  await first
  expect(order).toEqual(['first'])
  mutex.unlock()
  await second
  mutex.unlock()
  await mutex.lock(1, late)
})
