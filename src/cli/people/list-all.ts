/** All items of a list, page by page. */
export async function* listAll<Item>(
  readPage: (page: { offset: number; limit: number }) => Promise<{ objects: Item[] }>,
): AsyncGenerator<Item> {
  const limit = 500
  for (let offset = 0; ; offset += limit) {
    const { objects } = await readPage({ offset, limit })
    yield* objects
    if (objects.length < limit) return
  }
}
