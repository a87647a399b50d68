import type { ActionMeans } from '../../alerts/triggers/action-faults.ts'
import type { EventNotes } from '../../metadata/notes/event-notes.ts'
import type { FiredTriggers } from '../../metadata/triggers/fired-triggers.ts'
import type { Triggers } from '../../metadata/triggers/triggers.ts'
import type { HistorySource } from '../../query/history/match-history.ts'
import type { HostVisibility } from '../../query/host-visibility.ts'
import type { FilterCost } from '../../schema/filter/filter-cost.ts'
import type { EventSource } from '../events/find-event.ts'

/** The parts of the service that trigger routes use. `ActionMeans` decide which actions can succeed. */
export interface TriggerDeps extends ActionMeans {
  triggers: Triggers
  visibility: HostVisibility
  /** Resolves when changes are in force. */
  applyTriggers?: () => Promise<void>
  /** Costs of triggers' filters in ingest; absent: unknown. */
  triggerCosts?: () => Promise<readonly FilterCost[]>
  /** Past matches. */
  history: HistorySource
  /** Hosts that the owner of a trigger may see; none if the owner may not use triggers. */
  ownerHosts(userId: number): Promise<readonly string[]>
  notes: Pick<EventNotes, 'ofEvents'>
  firedTriggers: Pick<FiredTriggers, 'ofEvents'>
  /** Events, for previews of actions. */
  store: Pick<EventSource, 'event'>
  /** Address of the page, for links in messages. */
  publicUrl?: string | undefined
  /** IANA name of the zone for dates, and for ranges without a zone. */
  timezone: string
}
