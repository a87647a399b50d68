import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

const late = () => new Error('late')

test('turns come in order, one at a time; a caller who waits too long is passed over', async () => {
  const turns = new Turns()
  const order: string[] = []
  await turns.take(60_000, late)
  const first = turns.take(60_000, late).then(() => order.push('first'))
  const impatient = turns.take(1, late)
  const second = turns.take(60_000, late).then(() => order.push('second'))
  await expect(impatient).rejects.toThrow('late')
  expect(order).toEqual([])
  turns.end()
  await first
  expect(order).toEqual(['first'])
  turns.end()
  await second
  turns.end()
  await turns.take(1, late)
})
