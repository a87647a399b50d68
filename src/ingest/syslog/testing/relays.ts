import type { RelayTable } from './relay-row.ts'
import { headers } from './relays/headers.ts'
import { programs } from './relays/programs.ts'

/**
 * Header forms of real senders beside the results of real relays. scenarios/beside/headers.test.ts checks the
 * columns of syslog-ng and rsyslog against those programs, so every difference from them is deliberate.
 */
export const relayTables: readonly RelayTable[] = [...programs, ...headers]
