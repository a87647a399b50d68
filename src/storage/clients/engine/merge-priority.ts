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
  let lowered = 0
  for (const thread of readdirSync(threads)) {
    try {
      if (readFileSync(`${threads}/${thread}/comm`, 'utf8').trim() !== mergeThread) continue
      setPriority(Number(thread), nice)
      lowered++
    } catch {
      // The thread has ended meanwhile.
    }
  }
  return lowered > 0
}
