import { type Static, Type } from 'typebox'
import { Failure, nullable, UnixSeconds } from '../shapes.ts'
import { ChangesParams, ChangesResults } from './changes.ts'
import { EventRateParams, EventRateResults } from './event-rate.ts'
import type { Explanation } from './explain.ts'
import { FieldStatsParams, FieldStatsResults } from './field-stats.ts'
import { LastNParams, LastNResults } from './last-n.ts'
import { NotificationsParams, NotificationsResults } from './notifications.ts'
import { PatternsParams, PatternsResults } from './patterns.ts'
import { ProcessingStatsParams, ProcessingStatsResults } from './processing-stats.ts'
import { SearchParams, SearchResults } from './search.ts'
import { StatsParams, StatsResults } from './stats.ts'
import { StorageStatsParams, StorageStatsResults } from './storage-stats.ts'
import {
  SystemCpuParams,
  SystemCpuResults,
  SystemDfParams,
  SystemDfResults,
  SystemIopsParams,
  SystemIopsResults,
  SystemMemoryParams,
  SystemMemoryResults,
  SystemNetworkErrorsParams,
  SystemNetworkErrorsResults,
  SystemNetworkParams,
  SystemNetworkResults,
} from './system.ts'
import { TasksParams, TasksResults } from './tasks.ts'
import { TopNParams, TopNResults } from './top-n.ts'

/** Params and results of each query type. */
export const queryTypes = {
  Search: { params: SearchParams, results: SearchResults },
  TopN: { params: TopNParams, results: TopNResults },
  LastN: { params: LastNParams, results: LastNResults },
  EventRate: { params: EventRateParams, results: EventRateResults },
  Patterns: { params: PatternsParams, results: PatternsResults },
  FieldStats: { params: FieldStatsParams, results: FieldStatsResults },
  Stats: { params: StatsParams, results: StatsResults },
  Changes: { params: ChangesParams, results: ChangesResults },
  StorageStats: { params: StorageStatsParams, results: StorageStatsResults },
  ProcessingStats: { params: ProcessingStatsParams, results: ProcessingStatsResults },
  Tasks: { params: TasksParams, results: TasksResults },
  Notifications: { params: NotificationsParams, results: NotificationsResults },
  System_CPU: { params: SystemCpuParams, results: SystemCpuResults },
  System_Memory: { params: SystemMemoryParams, results: SystemMemoryResults },
  System_DF: { params: SystemDfParams, results: SystemDfResults },
  System_IOPS: { params: SystemIopsParams, results: SystemIopsResults },
  System_Network: { params: SystemNetworkParams, results: SystemNetworkResults },
  System_NetworkErrors: { params: SystemNetworkErrorsParams, results: SystemNetworkErrorsResults },
} as const
export type QueryType = keyof typeof queryTypes

/** The query type of a name; `Notification` is an alias of Notifications. Undefined for unknown names. */
export function queryTypeNamed(name: string): QueryType | undefined {
  if (name === 'Notification') return 'Notifications'
  // Object.hasOwn found the query type.
  return Object.hasOwn(queryTypes, name) ? (name as QueryType) : undefined
}

/**
 * PENDING: only validated (validate_only). IN_PROGRESS: waiting in the queue, or being computed. STOPPED: a
 * user stopped it, so its results are incomplete.
 */
const queryStatuses = ['PENDING', 'IN_PROGRESS', 'SUCCESS', 'FAILURE', 'STOPPED'] as const
export type QueryStatus = (typeof queryStatuses)[number]

/**
 * Body of POST /api/query. `params` is checked later by the shape of its type, so that faults name the
 * member.
 */
export const QueryRequest = Type.Object(
  {
    type: Type.String({ minLength: 1, maxLength: 60, description: Object.keys(queryTypes).join(', ') }),
    params: Type.Record(Type.String(), Type.Unknown()),
  },
  { $id: 'QueryRequest', additionalProperties: false },
)
export type QueryRequest = Static<typeof QueryRequest>

/** An object for most types, a list for Tasks and Notifications; {} before the first results. */
const QueryResults = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown())])
export type QueryResults = Static<typeof QueryResults>

/** A query, as the API shows it. */
export const QueryRepresentation = Type.Object(
  {
    query_id: nullable(Type.String(), { description: 'null for validate_only' }),
    status: Type.Enum([...queryStatuses]),
    type: Type.String(),
    base_time: Type.Integer({ description: 'Unix seconds: the moment of the shown result' }),
    progress: Type.Number({ minimum: 0, maximum: 100, description: 'Percent' }),
    queue_position: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Position in the queue, 1 is the next; only while it waits',
      }),
    ),
    results: QueryResults,
    params: Type.Record(Type.String(), Type.Unknown()),
    owner_id: Type.Integer({ description: 'Id of a user' }),
    created_at: UnixSeconds,
    updated_at: UnixSeconds,
    partial: Type.Optional(
      Type.Boolean({
        description:
          'Only with ?partial=true: whether events of `missing_shards` are missing from the results',
      }),
    ),
    missing_shards: Type.Optional(
      Type.Array(Type.Object({ shard: Type.Integer({ minimum: 1 }), servers: Type.Array(Type.String()) }), {
        description: 'Only with ?partial=true: shards that did not answer; [] if the results are complete',
      }),
    ),
    missing_days: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Only if there are such days: days (UTC, such as 2024-10-04) in the range whose events the results may lack, because the store cannot read parts of them',
      }),
    ),
    archived_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'Only if there are such days: number of archived days (UTC) in the range whose events the results leave out, because `with_archive` is false',
      }),
    ),
    error: Type.Optional(Failure),
    explain: Type.Optional(Type.Unsafe<Explanation>({ $ref: 'QueryExplanation#' })),
  },
  { $id: 'GenericQuery' },
)
export type QueryRepresentation = Static<typeof QueryRepresentation>
