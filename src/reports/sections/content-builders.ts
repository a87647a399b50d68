import type { QueryType } from '../../schema/query/query.ts'
import type { ContentBuilder } from './content.ts'
import { eventRateContent } from './event-rate.ts'
import { fieldStatsContent } from './field-stats.ts'
import { lastNContent } from './last-n.ts'
import { notificationsContent } from './notifications.ts'
import { patternsContent } from './patterns.ts'
import { processingStatsContent } from './processing-stats.ts'
import { searchContent } from './search.ts'
import { storageStatsContent } from './storage-stats.ts'
import { systemContent } from './system.ts'
import { tasksContent } from './tasks.ts'
import { topNContent } from './top-n.ts'

/** Converts the answer of each query type to tables and figures. */
export const contentBuilders: Readonly<Record<QueryType, ContentBuilder>> = {
  Search: searchContent,
  TopN: topNContent,
  LastN: lastNContent,
  EventRate: eventRateContent,
  Patterns: patternsContent,
  FieldStats: fieldStatsContent,
  StorageStats: storageStatsContent,
  ProcessingStats: processingStatsContent,
  Tasks: tasksContent,
  Notifications: notificationsContent,
  System_CPU: systemContent('System_CPU'),
  System_Memory: systemContent('System_Memory'),
  System_DF: systemContent('System_DF'),
  System_IOPS: systemContent('System_IOPS'),
  System_Network: systemContent('System_Network'),
  System_NetworkErrors: systemContent('System_NetworkErrors'),
}
