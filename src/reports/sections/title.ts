import { fieldText } from '../../charts/name-text.ts'
import { statsTitle } from '../../charts/stats-text.ts'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import { type QueryType, queryTypeNamed } from '../../schema/query/query.ts'
import type { StatsParams } from '../../schema/query/stats.ts'

const titles: Readonly<Record<Exclude<QueryType, 'TopN' | 'LastN' | 'FieldStats' | 'Stats'>, string>> = {
  Search: 'Events',
  EventRate: 'Events over time',
  Patterns: 'Message patterns',
  Changes: 'What changed',
  StorageStats: 'Stored events',
  ProcessingStats: 'Received events',
  Tasks: 'Tasks',
  Notifications: 'Notifications',
  System_CPU: 'Processor',
  System_Memory: 'Memory',
  System_DF: 'Disk space',
  System_IOPS: 'Disk operations',
  System_Network: 'Network',
  System_NetworkErrors: 'Network errors',
}

/** The title of a document about an unnamed query. */
export function queryTitle({ type, params }: Pick<QueryRepresentation, 'type' | 'params'>): string {
  const known = queryTypeNamed(type)
  const field = () => fieldText(String(params.field ?? 'host')).toLowerCase()
  if (known === undefined) return type
  if (known === 'TopN') return `Top ${params.limit ?? ''} by ${field()}`.replace('  ', ' ')
  if (known === 'LastN') return `Seen last, by ${field()}`
  if (known === 'FieldStats') return `Statistics of ${field()}`
  // The params of a Stats: the service has checked them.
  if (known === 'Stats') return statsTitle(params as StatsParams)
  return titles[known]
}
