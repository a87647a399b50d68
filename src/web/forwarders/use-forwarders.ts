import { readForwarders } from '../api/forwarders.ts'
import { usePolled } from '../state/use-read.ts'

/** Query key of the list of forwarders. */
export const forwardersKey = 'forwarders'

/** All forwarders with their states, read every five seconds. */
export function useForwarders() {
  return usePolled([forwardersKey], readForwarders, { everySeconds: 5 })
}
