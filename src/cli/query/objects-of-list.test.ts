import fc from 'fast-check'
import { expect, test } from 'vitest'
import { objectsOfList } from './objects-of-list.ts'

/** The text in chunks that end at these positions, even within a character. */
async function* chunksOf(text: string, ends: readonly number[]) {
  const bytes = Buffer.from(text)
  const places = [...ends.map(end => end % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
  let from = 0
  for (const to of places) {
    yield bytes.subarray(from, to)
    from = to
  }
}

async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

test('objects of a list are found wherever chunks end', async () => {
  const property = fc.asyncProperty(
    fc.array(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), { maxLength: 5 }),
    fc.array(fc.nat(), { maxLength: 20 }),
    async (objects, ends) => {
      const text = `${JSON.stringify({ head: 'a "[" \\', page: { size: 1 }, objects })}\n`
      const found = await allOf(objectsOfList(chunksOf(text, ends)))
      expect(found).toEqual(objects.map(object => JSON.stringify(object)))
    },
  )
  await fc.assert(property, { numRuns: 100 })
})

test.each(['{"objects":[{"a":1},{"b":', '{"objects":[{"a":1},', '{"objects":[{"a":1}', '{"page":1'])(
  'the text %s ends too soon',
  async text => {
    await expect(allOf(objectsOfList(chunksOf(text, [])))).rejects.toThrow('ended too soon')
  },
)

test('objects after the list are not in it', async () => {
  expect(await allOf(objectsOfList(chunksOf('{"objects":[{"a":[{}]}],"more":[{"b":1}]}', [])))).toEqual([
    '{"a":[{}]}',
  ])
})
