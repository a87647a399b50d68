import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

const threads = '/proc/self/task'
/** The engine's name of the threads that merge parts; it starts them with the first table. */
const mergeThread = 'MergeMutate'
const nice = 15

/**
 * Gives the engine's merges of parts a low priority: whoever waits for an answer goes first. The engine's own setting for this
 * (os_threads_nice_value_merge_mutate) does nothing for a user without CAP_SYS_NICE, although everybody may lower a priority. Returns
 * whether there was nothing to wait for: false while the threads are not there.
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
    // It has ended meanwhile.
    return undefined
  }
}
