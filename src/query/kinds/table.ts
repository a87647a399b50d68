import type { Static } from 'typebox'
import type { Tasks } from '../../metadata/tasks/tasks.ts'
import type { queryTypes } from '../../schema/query/query.ts'
import type { EventStore } from '../../storage/contract/event-store.ts'
import type { FigureReads } from '../../storage/store/figures/figures.ts'
import type { StoredCounts } from '../../storage/store/retention/stored-counts.ts'
import type { Kind, ResolveRange } from '../kind.ts'
import { changes } from './changes.ts'
import type { ChangesState } from './changes-results.ts'
import { type EventRateState, eventRate } from './event-rate.ts'
import { type FieldStatsState, fieldStats } from './field-stats.ts'
import { type LastNState, lastN } from './last-n.ts'
import { type NotificationSource, notificationsKind } from './notifications.ts'
import { patterns } from './patterns.ts'
import type { PatternsState } from './patterns-results.ts'
import { processingStats } from './processing-stats.ts'
import { search } from './search.ts'
import type { SearchState } from './search-page.ts'
import { type StatsState, stats } from './stats.ts'
import { storageStats } from './storage-stats.ts'
import { systemKind } from './system.ts'
import { tasksKind } from './tasks.ts'
import { type TopNState, topN } from './top-n.ts'

interface States {
  Search: SearchState
  TopN: TopNState
  LastN: LastNState
  EventRate: EventRateState
  Patterns: PatternsState
  FieldStats: FieldStatsState
  Stats: StatsState
  Changes: ChangesState
}

/** The kinds about events. */
export const kinds: {
  readonly [T in keyof States]: Kind<
    Static<(typeof queryTypes)[T]['params']>,
    States[T],
    Static<(typeof queryTypes)[T]['results']>
  >
} = {
  Search: search,
  TopN: topN,
  LastN: lastN,
  EventRate: eventRate,
  Patterns: patterns,
  FieldStats: fieldStats,
  Stats: stats,
  Changes: changes,
}

/** Sources of the kinds that are not about events. */
export interface OtherSources {
  figures: FigureReads
  counts: Pick<StoredCounts, 'count'>
  tasks: Pick<Tasks, 'list'>
  notifications: NotificationSource
}

/** The kinds that are not about events. */
export function otherKinds(
  { figures, counts, tasks, notifications }: OtherSources,
  store: EventStore,
  resolve: ResolveRange,
) {
  return {
    StorageStats: storageStats(counts, store),
    ProcessingStats: processingStats(figures),
    Tasks: tasksKind(tasks),
    Notifications: notificationsKind(notifications, resolve),
    System_CPU: systemKind('System_CPU', figures),
    System_Memory: systemKind('System_Memory', figures),
    System_DF: systemKind('System_DF', figures),
    System_IOPS: systemKind('System_IOPS', figures),
    System_Network: systemKind('System_Network', figures),
    System_NetworkErrors: systemKind('System_NetworkErrors', figures),
  }
}
