import { readForwarders } from '../api/forwarders.ts'
import { usePolled } from '../state/use-read.ts'

export const forwardersKey = 'forwarders'

/** All forwarders, current to five seconds. */
export function useForwarders() {
  return usePolled([forwardersKey], readForwarders, { everySeconds: 5 })
}
