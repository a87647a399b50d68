import { expect, test } from 'vitest'
import { maxPageBytes, readInParts, requirePageBytes } from './page-bytes.ts'

const ids = Array.from({ length: 1_000 }, (_, index) => index)
const megabyte = 'x'.repeat(1024 ** 2 - 2)

test('a page of small objects is read in few parts, in order', async () => {
  const parts: number[] = []
  const objects = await readInParts(ids, async part => {
    parts.push(part.length)
    return part
  })
  expect(objects).toEqual(ids)
  expect(parts).toEqual([16, 500, 484])
})

test('a page that exceeds the bound is not read further than that', async () => {
  let read = 0
  const reading = readInParts(ids, async part => {
    read += part.length
    return part.map(() => megabyte)
  })
  await expect(reading).rejects.toMatchObject({
    code: 'answer_too_large',
    detail: 'The objects of this page have more than 16 MiB. page_size=16 would do.',
  })
  expect(read).toBe(20)
})

test('of objects of many sizes the named page size fits the largest one', () => {
  const objects = [...Array.from({ length: 200 }, () => 'x'.repeat(50_000)), megabyte.repeat(8)]
  expect(() => requirePageBytes(objects)).toThrow('page_size=2 would do')
})

test('one object alone is always answered', async () => {
  const large = 'x'.repeat(maxPageBytes + 1)
  expect(await readInParts([1], async () => [large])).toEqual([large])
  expect(() => requirePageBytes([large, 1])).toThrow('page_size=1 would do')
})
