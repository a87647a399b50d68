import { expect, test } from 'vitest'
import { StreamConfirmations } from './stream-confirmations.ts'

function confirmations() {
  const stream = new StreamConfirmations({ bufferBytes: 100, quietMs: 1_000 })
  const confirmed: number[] = []
  return {
    stream,
    confirmed,
    write: (end: number) => void stream.written(end).then(() => confirmed.push(end)),
    settle: () => new Promise(resolve => setImmediate(resolve)),
  }
}

test('bytes are confirmed by a quiet time after the last ones, whichever call came first', async () => {
  const { stream, confirmed, write, settle } = confirmations()
  stream.flushed(10, 0)
  write(10)
  write(20)
  stream.flushed(20, 500)
  stream.check(1_499)
  await settle()
  expect(confirmed).toEqual([])
  stream.check(1_500)
  await settle()
  expect(confirmed).toEqual([10, 20])
})

test('bytes are confirmed by more bytes than buffers hold; bytes that are not taken never are', async () => {
  const { stream, confirmed, write, settle } = confirmations()
  write(10)
  write(50)
  write(200)
  stream.flushed(120, 0)
  await settle()
  expect(confirmed).toEqual([10])
  stream.check(5_000)
  await settle()
  expect(confirmed).toEqual([10, 50])
  stream.confirmAll()
  await settle()
  expect(confirmed).toEqual([10, 50, 200])
})
