import type { QueryRepresentation, QueryType } from '../../schema/query/query.ts'
import type { JsonObject } from '../../schema/text/json-object.ts'

/** The queries of `millrace top`, by part of the screen. */
export const topQueries = {
  rate: { type: 'EventRate', params: {} },
  hosts: { type: 'TopN', params: { field: 'host' } },
  programs: { type: 'TopN', params: { field: 'program' } },
  severities: { type: 'TopN', params: { field: 'severity', limit: 8 } },
  patterns: { type: 'Patterns', params: { compare_before: false } },
} as const satisfies Record<string, { type: QueryType; params: JsonObject }>
export type TopPart = keyof typeof topQueries

// The table is keyed by part.
export const topParts = Object.keys(topQueries) as TopPart[]

/** The newest answer of each part. */
export type TopAnswers = Readonly<Partial<Record<TopPart, QueryRepresentation>>>
