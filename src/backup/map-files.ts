import pLimit from 'p-limit'

/** Maximum files at a time: while one is synced, others are read. */
const maxFiles = 4

/**
 * Processes a few files at a time. Throws the first error once nothing runs and nothing will start, so that
 * the caller may clean up.
 */
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
