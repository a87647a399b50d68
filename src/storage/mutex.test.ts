import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Mutex } from './mutex.ts'

const never = new AbortController().signal
const patient = { signal: never, timeout: 600 }

/** A mutex, and work that begins and ends when the test says so. */
function underTest() {
  const mutex = new Mutex()
  const log: string[] = []
  const begin = (name: string, read = patient) => {
    const end = Promise.withResolvers<void>()
    const done = mutex.runExclusive(read, async () => {
      log.push(name)
      await end.promise
    })
    done.catch(() => {})
    return { done, end: end.resolve }
  }
  return { mutex, log, begin }
}

test('what is called first runs first, and nothing runs beside it', async () => {
  const { mutex, log, begin } = underTest()
  const [a, b] = [begin('a'), begin('b')]
  mutex.afterwards(() => log.push('act'))
  const c = begin('c')
  await setImmediate()
  expect(log).toEqual(['a'])
  a.end()
  await a.done
  b.end()
  await b.done
  c.end()
  await c.done
  expect(log).toEqual(['a', 'b', 'act', 'c'])
  mutex.afterwards(() => log.push('free'))
  await setImmediate()
  expect(log.at(-1)).toBe('free')
})

test('work that fails lets the next one run', async () => {
  const { mutex, begin } = underTest()
  await expect(mutex.runExclusive(patient, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const next = begin('next')
  next.end()
  await next.done
})

test('whoever is aborted while waiting leaves at once, and its work never runs', async () => {
  const { log, begin } = underTest()
  const stop = new AbortController()
  const a = begin('a')
  const b = begin('b', { signal: stop.signal, timeout: 600 })
  const c = begin('c')
  stop.abort(new Error('nobody wants it'))
  await expect(b.done).rejects.toThrow('nobody wants it')
  await setImmediate()
  expect(log).toEqual(['a'])
  a.end()
  c.end()
  await c.done
  expect(log).toEqual(['a', 'c'])
})

test('whoever has waited for its timeout is told so', async () => {
  const { begin } = underTest()
  begin('a')
  await expect(begin('b', { signal: never, timeout: 0.01 }).done).rejects.toMatchObject({
    code: 'query_timeout',
  })
})

test('a slot that is not had again leaves the turn to the next', async () => {
  const { mutex, begin } = underTest()
  const a = begin('a')
  const withoutSlot = async <T>(until: Promise<T>): Promise<T> => {
    await until
    throw new Error('no slot')
  }
  const b = mutex.runExclusive({ ...patient, withoutSlot }, async () => {})
  const c = begin('c')
  a.end()
  await expect(b).rejects.toThrow('no slot')
  c.end()
  await c.done
})
