import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { jsonOf } from '../../schema/text/json.ts'
import { maxPageBytes, readInParts, withPageJson } from './page-bytes.ts'

const ids = Array.from({ length: 1_000 }, (_, index) => index)
const megabyte = { x: 'x'.repeat(1024 ** 2 - 8) }

test('a page of small objects is read in few parts, in order', async () => {
  const parts: number[] = []
  const objects = await readInParts(ids, async part => {
    parts.push(part.length)
    return part.map(id => ({ id }))
  })
  expect(objects).toEqual(ids.map(id => ({ id })))
  expect(objects.map(object => jsonOf(object))).toEqual(objects.map(object => JSON.stringify(object)))
  expect(parts).toEqual([1, 500, 499])
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
    members: { page_size: 16 },
  })
  expect(read).toBe(17)
})

test('of objects of many sizes the named page size fits the largest one', async () => {
  const sizes = [...Array.from({ length: 200 }, () => 50_000), 8 * 1024 ** 2 - 8]
  const objects = sizes.map(size => ({ x: 'x'.repeat(size) }))
  await expect(withPageJson(objects)).rejects.toThrow('page_size=2 would do')
})

test('one object alone is always answered', async () => {
  const large = { x: 'x'.repeat(maxPageBytes + 1) }
  expect(await readInParts([1], async () => [large])).toEqual([large])
  await expect(withPageJson([large, {}])).rejects.toThrow('page_size=1 would do')
})

test('others have a turn between the parts of a large page', async () => {
  const order: string[] = []
  const page = (name: string) =>
    readInParts([1, 2, 3, 4, 5, 6], async part => {
      order.push(name)
      return part.map(() => megabyte)
    })
  const [one] = await Promise.all([
    page('one'),
    page('another'),
    setImmediate().then(() => order.push('other')),
  ])
  expect(one).toHaveLength(6)
  // Other work runs before the second parts. Large pages are read one after the other.
  expect(order.slice(0, 3)).toEqual(['one', 'another', 'other'])
  expect(order.slice(3)).toEqual([...Array(5).fill('one'), ...Array(5).fill('another')])
})

test('an object that is kept for longer has no JSON beside it', async () => {
  const kept: { text: string } = { text: 'before' }
  const [shown] = await withPageJson([kept])
  kept.text = 'after'
  expect([jsonOf(kept), jsonOf(shown)]).toEqual(['{"text":"after"}', '{"text":"before"}'])
})

test('a large page whose reader is gone is not read further', async () => {
  const reader = new AbortController()
  let read = 0
  const reading = readInParts(
    [1, 2, 3, 4],
    async part => {
      read++
      if (read === 2) reader.abort(new Error('gone'))
      return part.map(() => megabyte)
    },
    reader.signal,
  )
  await expect(reading).rejects.toThrow('gone')
  expect(read).toBe(2)
})
