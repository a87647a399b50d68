import { expect, test } from 'vitest'
import { StreamConfirmations } from './stream-confirmations.ts'

function confirmations() {
  const stream = new StreamConfirmations({ bufferBytes: 100, noticeMs: 1_000 })
  const confirmed: number[] = []
  return {
    stream,
    confirmed,
    write: (end: number, nowMs: number) => void stream.written(end, nowMs).then(() => confirmed.push(end)),
    settle: () => new Promise(resolve => setImmediate(resolve)),
  }
}

test('bytes are confirmed by time, also while others follow', async () => {
  const { stream, confirmed, write, settle } = confirmations()
  write(10, 0)
  write(20, 600)
  stream.check(999, 30)
  await settle()
  expect(confirmed).toEqual([])
  write(30, 1_000)
  expect(stream.isDue(999)).toBe(false)
  expect(stream.isDue(1_000)).toBe(true)
  stream.check(1_000, 9)
  await settle()
  expect(confirmed, 'not acknowledged').toEqual([])
  stream.check(1_000, 30)
  await settle()
  expect(confirmed).toEqual([10])
  stream.check(2_000, 30)
  await settle()
  expect(confirmed).toEqual([10, 20, 30])
})

test('bytes are confirmed by more bytes than buffers hold, and by the end of the stream', async () => {
  const { stream, confirmed, write, settle } = confirmations()
  write(10, 0)
  write(50, 0)
  write(120, 0)
  await settle()
  expect(confirmed).toEqual([10])
  stream.confirmAll()
  await settle()
  expect(confirmed).toEqual([10, 50, 120])
})
