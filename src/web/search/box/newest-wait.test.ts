import { expect, test } from 'vitest'
import { NewestWait } from './newest-wait.ts'

test('a wait that a newer one has replaced does nothing, whichever ends first', async () => {
  const done: string[] = []
  const wait = new NewestWait()
  const slow = Promise.withResolvers<void>()
  const older = wait.after(slow.promise, () => done.push('older'))
  await wait.after(Promise.resolve(), () => done.push('newer'))
  slow.resolve()
  await older
  expect(done).toEqual(['newer'])
})

test('a wait that has ended does nothing, and the next one acts', async () => {
  const done: string[] = []
  const wait = new NewestWait()
  const slow = Promise.withResolvers<void>()
  const ended = wait.after(slow.promise, () => done.push('ended'))
  wait.end()
  slow.resolve()
  await ended
  await wait.after(Promise.resolve(), () => done.push('next'))
  expect(done).toEqual(['next'])
})
