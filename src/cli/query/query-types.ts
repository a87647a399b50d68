import type { QueryType } from '../../schema/query/query.ts'

/** Summaries of query types, for help, completion and the man page. */
export const querySummaries: Readonly<Record<QueryType, string>> = {
  Search: 'events, a page at a time',
  TopN: 'the most frequent values of a field',
  LastN: 'the values of a field that were seen last',
  EventRate: 'occurrences over time',
  Patterns: 'messages by template',
  FieldStats: 'figures of one field',
  StorageStats: 'how much is stored',
  ProcessingStats: 'what came in, by the moment of receipt',
  Tasks: 'tasks',
  Notifications: 'what triggers notified',
  System_CPU: 'processors of the host',
  System_Memory: 'memory of the host',
  System_DF: 'space of a file system',
  System_IOPS: 'reads and writes of disks',
  System_Network: 'traffic of network interfaces',
  System_NetworkErrors: 'errors of network interfaces',
}
