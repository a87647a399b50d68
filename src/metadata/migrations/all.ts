import type { Migration } from 'kysely'
import { people } from './0001-people.ts'
import { bookkeeping } from './0002-bookkeeping.ts'
import { dashboards } from './0003-dashboards.ts'
import { tasks } from './0004-tasks.ts'
import { reports } from './0005-reports.ts'
import { rules } from './0006-rules.ts'
import { knownAddresses } from './0007-known-addresses.ts'
import { savedSearches } from './0008-saved-searches.ts'
import { preferencesAndSessions } from './0009-preferences-and-sessions.ts'
import { eventNotes } from './0010-event-notes.ts'
import { tokenScopes } from './0011-token-scopes.ts'
import { ruleTexts } from './0012-rule-texts.ts'
import { triggers } from './0013-triggers.ts'
import { idempotencyKeys } from './0014-idempotency-keys.ts'
import { tokenValues } from './0015-token-values.ts'
import { triggerFires } from './0016-trigger-fires.ts'
import { nodes } from './0017-nodes.ts'
import { appendLog } from './0018-append-log.ts'
import { changeFeed } from './0019-change-feed.ts'
import { nodeAddresses } from './0020-node-addresses.ts'
import { loginAttempts } from './0021-login-attempts.ts'
import { reportChunks } from './0022-report-chunks.ts'
import { batchesOfNodes } from './0023-batches-of-nodes.ts'
import { auditLog } from './0024-audit-log.ts'
import { removedNodes } from './0025-removed-nodes.ts'
import { legalHolds } from './0026-legal-holds.ts'
import { tokenLimits } from './0027-token-limits.ts'
import { externalUsers } from './0028-external-users.ts'
import { replannedSchedules } from './0029-replanned-schedules.ts'
import { ownerHosts } from './0030-owner-hosts.ts'
import { variablesOfWidgets } from './0031-variables-of-widgets.ts'
import { remaindersOfNodes } from './0032-remainders-of-nodes.ts'
import { clocksOfNodes } from './0033-clocks-of-nodes.ts'
import { keptBytes } from './0034-kept-bytes.ts'
import { hostsOfTasks } from './0035-hosts-of-tasks.ts'
import { stateOfTheLog } from './0036-state-of-the-log.ts'
import { forwarders } from './0037-forwarders.ts'
import { expiredEvents } from './0038-expired-events.ts'
import { conditionClaims } from './0039-condition-claims.ts'
import { timesOfTheLog } from './0040-times-of-the-log.ts'

/**
 * All migrations by name, in order. They only go forward; a released one is never changed. Millrace uses the
 * tables and columns of a migration from the version on that added it. If that ends, the comment of the
 * migration says so.
 * `database/tables.ts` describes the columns as they are after the newest one.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-people': people,
  '0002-bookkeeping': bookkeeping,
  '0003-dashboards': dashboards,
  '0004-tasks': tasks,
  '0005-reports': reports,
  '0006-rules': rules,
  '0007-known-addresses': knownAddresses,
  '0008-saved-searches': savedSearches,
  '0009-preferences-and-sessions': preferencesAndSessions,
  '0010-event-notes': eventNotes,
  '0011-token-scopes': tokenScopes,
  '0012-rule-texts': ruleTexts,
  '0013-triggers': triggers,
  '0014-idempotency-keys': idempotencyKeys,
  '0015-token-values': tokenValues,
  '0016-trigger-fires': triggerFires,
  '0017-nodes': nodes,
  '0018-append-log': appendLog,
  '0019-change-feed': changeFeed,
  '0020-node-addresses': nodeAddresses,
  '0021-login-attempts': loginAttempts,
  '0022-report-chunks': reportChunks,
  '0023-batches-of-nodes': batchesOfNodes,
  '0024-audit-log': auditLog,
  '0025-removed-nodes': removedNodes,
  '0026-legal-holds': legalHolds,
  '0027-token-limits': tokenLimits,
  '0028-external-users': externalUsers,
  '0029-replanned-schedules': replannedSchedules,
  '0030-owner-hosts': ownerHosts,
  '0031-variables-of-widgets': variablesOfWidgets,
  '0032-remainders-of-nodes': remaindersOfNodes,
  '0033-clocks-of-nodes': clocksOfNodes,
  '0034-kept-bytes': keptBytes,
  '0035-hosts-of-tasks': hostsOfTasks,
  '0036-state-of-the-log': stateOfTheLog,
  '0037-forwarders': forwarders,
  '0038-expired-events': expiredEvents,
  '0039-condition-claims': conditionClaims,
  '0040-times-of-the-log': timesOfTheLog,
}
