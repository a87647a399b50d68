import { DashboardVariable } from '../../../schema/dashboards/dashboard-variable.ts'
import { RowGroup } from '../../../schema/dashboards/row-group.ts'
import { queryTypeNamed, queryTypes } from '../../../schema/query/query.ts'
import { TimeRange } from '../../../schema/time-range.ts'

type Parent = Readonly<Record<string, unknown>>

const paramsOfType = ({ type }: Parent) => paramsSchema(type)
const dashboardConfig = (): object => ({
  type: 'object',
  properties: {
    time_range: TimeRange,
    variables: { type: 'array', items: DashboardVariable },
    row_groups: { type: 'array', items: RowGroup },
  },
})

/**
 * Schemas for coercing form texts of members that are declared as unknown because their handler validates
 * them. Keys are the schema's $id and the member's name.
 */
const openMembers: ReadonlyMap<string, (parent: Parent) => object> = new Map([
  ['QueryRequest.params', paramsOfType],
  ['SavedSearchDraft.params', () => queryTypes.Search.params],
  ['SavedSearchPatch.params', () => queryTypes.Search.params],
  ['WidgetDraft.config', paramsOfType],
  ['WidgetPatch.config', paramsOfType],
  ['DashboardDraft.config', dashboardConfig],
  ['DashboardPatch.config', dashboardConfig],
])

/** The schema of an open member with this parent; undefined for all other members. */
export function openMemberSchema(parentId: string, name: string, parent: Parent): object | undefined {
  return openMembers.get(`${parentId}.${name}`)?.(parent)
}

/** The schema of a query type's params; a schema of any object for an unknown type. */
export function paramsSchema(type: unknown): object {
  const known = typeof type === 'string' ? queryTypeNamed(type) : undefined
  return known === undefined ? { type: 'object' } : queryTypes[known].params
}
