import { queryTypeNamed, queryTypes } from '../../schema/query/query.ts'
import { TimeRange } from '../../schema/time-range.ts'

type Parent = Readonly<Record<string, unknown>>

const paramsOfType = ({ type }: Parent) => paramsSchema(type)
const dashboardConfig = (): object => ({ type: 'object', properties: { time_range: TimeRange } })

/**
 * Members whose schema takes anything, since they are validated later: by the $id of the schema that has them, and their
 * name. Texts of forms are read by the schemas here.
 */
const openMembers: ReadonlyMap<string, (parent: Parent) => object> = new Map([
  ['QueryRequest.params', paramsOfType],
  ['WidgetDraft.config', paramsOfType],
  ['WidgetPatch.config', paramsOfType],
  ['DashboardDraft.config', dashboardConfig],
  ['DashboardPatch.config', dashboardConfig],
])

/** The schema of an open member of this parent. undefined when its declared schema says all. */
export function openMemberSchema(parentId: string, name: string, parent: Parent): object | undefined {
  return openMembers.get(`${parentId}.${name}`)?.(parent)
}

/** The params of a query type; any when there is no such type. */
export function paramsSchema(type: unknown): object {
  const known = typeof type === 'string' ? queryTypeNamed(type) : undefined
  return known === undefined ? { type: 'object' } : queryTypes[known].params
}
