import { endpoints } from './endpoints.ts'
import { rules } from './rules.ts'

type Endpoints = typeof endpoints
type EndpointRow = {
  [Name in keyof Endpoints]: `${Name} ${keyof Endpoints[Name] & (string | number)}`
}[keyof Endpoints]

/**
 * The name of a row of the conformance table: `GET /api/tasks owner`, `POST /api/tasks form body`,
 * `Dashboards rule 1`.
 */
export type RowName = EndpointRow | keyof typeof rules

interface Row {
  name: string
  promise: string
}

/** A part of the table, under the name of an endpoint or of the rules. */
export interface RowGroup {
  title: string
  rows: readonly Row[]
}

const endpointGroups = Object.entries(endpoints).map(([title, details]): RowGroup => {
  const rows = Object.entries(details).map(([detail, promise]) => ({ name: `${title} ${detail}`, promise }))
  return { title, rows }
})

/** Every row of the interface, in its order. */
export const rowGroups: readonly RowGroup[] = [
  ...endpointGroups,
  { title: 'Rules', rows: Object.entries(rules).map(([name, promise]) => ({ name, promise })) },
]
