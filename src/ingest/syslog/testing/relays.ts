import type { RelayTable } from './relay-row.ts'
import { headers } from './relays/headers.ts'
import { programs } from './relays/programs.ts'

/**
 * Header forms of real senders beside what real relays make of them. scenarios/headers.test.ts holds the columns of
 * syslog-ng and rsyslog to those programs, so that a difference from them is always a decision of ours.
 */
export const relayTables: readonly RelayTable[] = [...programs, ...headers]
