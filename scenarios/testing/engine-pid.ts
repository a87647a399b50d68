import type { Millrace } from './millrace.ts'
import { childOf } from './process-group.ts'
import { engineFiles } from './program.ts'
import { until } from './until.ts'

/** Waits for the engine process, a child of the server, and returns its id. */
export async function enginePid(millrace: Millrace, except?: number): Promise<number> {
  return await until('an engine process', () => {
    const pid = childOf(millrace.pid, engineFiles)
    return pid === except ? undefined : pid
  })
}
