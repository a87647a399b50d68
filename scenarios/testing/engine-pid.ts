import type { Millrace } from './millrace.ts'
import { childOf } from './process-group.ts'
import { until } from './until.ts'

/** Process id of the engine: the child of the server that runs engine/process.ts. Waited for while there is none. */
export async function enginePid(millrace: Millrace, except?: number): Promise<number> {
  return await until(
    'an engine process',
    () => {
      const pid = childOf(millrace.pid, 'engine/process.ts')
      return pid === except ? undefined : pid
    },
    60,
  )
}
