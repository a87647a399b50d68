import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

const threads = '/proc/self/task'
/** The engine's name for its merge threads, which it starts with the first table. */
const mergeThread = 'MergeMutate'
const nice = 15

/**
 * Lowers the priority of the engine's merges, so that answers come first. The engine's own setting for this
 * (os_threads_nice_value_merge_mutate) does nothing for a user without CAP_SYS_NICE, although any user may
 * lower a priority. Returns false while the threads do not exist yet.
 */
export function lowerMerges(): boolean {
  if (process.platform !== 'linux') return true
  const merges = readdirSync(threads).filter(thread => nameOf(thread) === mergeThread)
  for (const thread of merges) setPriority(Number(thread), nice)
  return merges.length > 0
}

function nameOf(thread: string): string | undefined {
  try {
    return readFileSync(`${threads}/${thread}/comm`, 'utf8').trim()
  } catch {
    // The thread has ended meanwhile.
    return undefined
  }
}
