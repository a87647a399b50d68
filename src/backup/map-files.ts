import pLimit from 'p-limit'

/** While one is synced, others are read. */
const maxFiles = 4

/** Works on a few files at a time. Throws the first error, once nothing runs and nothing will begin: the caller may clean up. */
export async function mapFiles<Item, Result>(
  files: readonly Item[],
  work: (file: Item) => Promise<Result>,
): Promise<Result[]> {
  const limit = pLimit({ concurrency: maxFiles, rejectOnClear: true })
  const results = files.map(file => limit(() => work(file)))
  try {
    return await Promise.all(results)
  } catch (error) {
    limit.clearQueue()
    await Promise.allSettled(results)
    throw error
  }
}
