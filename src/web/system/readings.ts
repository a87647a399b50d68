import {
  readLegalHolds,
  readListedQueries,
  readServiceHealth,
  readSlowQueries,
  readStoredSpace,
} from '../api/system.ts'
import { usePolled } from '../state/use-read.ts'

/** The legal holds, in force and lifted. */
export function useLegalHolds(enabled = true) {
  return usePolled(['legal-holds'], readLegalHolds, { everySeconds: 60, enabled })
}

/** The queries of all users. */
export function useListedQueries(enabled = true) {
  return usePolled(['system', 'queries'], readListedQueries, { everySeconds: 3, enabled })
}

/** The state of the parts of the service. */
export function useServiceHealth(enabled = true) {
  return usePolled(['system', 'health'], readServiceHealth, { everySeconds: 10, enabled })
}

/** The newest slow queries of all users. */
export function useSlowQueries(enabled = true) {
  return usePolled(['system', 'slow-queries'], readSlowQueries, { everySeconds: 10, enabled })
}

/** Disk space used by events. */
export function useStoredSpace(enabled = true) {
  return usePolled(['system', 'storage'], readStoredSpace, { everySeconds: 60, enabled })
}
