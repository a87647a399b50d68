import type { ActionMeans } from '../../alerts/triggers/action-faults.ts'
import type { EventNotes } from '../../metadata/notes/event-notes.ts'
import type { FiredTriggers } from '../../metadata/triggers/fired-triggers.ts'
import type { Triggers } from '../../metadata/triggers/triggers.ts'
import type { HistorySource } from '../../query/history/match-history.ts'
import type { HostVisibility } from '../../query/host-visibility.ts'
import type { FilterCost } from '../../schema/filter-cost.ts'
import type { EventSource } from '../events/find-event.ts'

/** What the routes of triggers use. */
export interface TriggerDeps extends ActionMeans {
  triggers: Pick<Triggers, keyof Triggers>
  visibility: HostVisibility
  /** Resolves when changes are in force. */
  applyTriggers?: () => Promise<void>
  /** What the filters of triggers cost ingest; absent: nothing is known. */
  triggerCosts?: () => Promise<readonly FilterCost[]>
  /** What matched in the past. */
  history: HistorySource
  /** Hosts that the owner of a trigger sees; none when they may not use triggers. */
  ownerHosts(userId: number): Promise<readonly string[]>
  notes: Pick<EventNotes, 'ofEvents'>
  firedTriggers: Pick<FiredTriggers, 'ofEvents'>
  /** Events, for the messages that actions would send about one. */
  store: Pick<EventSource, 'event'>
  /** Address of the page, for links in messages. */
  publicUrl?: string | undefined
  /** IANA name of the zone of dates and of ranges that name none. */
  timezone: string
}
