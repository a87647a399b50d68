import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { DashboardOrderField } from '../../schema/widget.ts'
import { type Database, nameKey, type Tables } from '../tables.ts'
import type { Viewer } from './widget-queries.ts'

/** Which dashboards or widgets, as far as the viewer may see them. All conditions hold together. */
export interface DashboardListOptions {
  offset: number
  limit: number
  /** Those of everybody; ignored for who may not manage them. */
  showAll?: boolean
  /** Public ones of others, instead of one's own. */
  isPublic?: boolean
  /** Of any of these users; empty or absent: of whomever. */
  owners?: readonly number[]
  /** Equal, in any letter case. */
  title?: string
  /** Asked for every title that the viewer may see. */
  titleMatches?: (title: string) => boolean
  /** Highest id first when absent or empty. Ties by id. */
  order?: readonly { field: DashboardOrderField; descending: boolean }[]
}

export interface FoundIds {
  /** Of the window, in order. */
  ids: number[]
  itemCount: number
}

/** Finds ids of dashboards; their widgets are read for the window only. */
export async function findDashboards(
  db: Database,
  viewer: Viewer,
  list: DashboardListOptions,
): Promise<FoundIds> {
  const rows = db.selectFrom('dashboards').where(eb => dashboardCondition(eb, viewer, list))
  if (list.titleMatches !== undefined) {
    return filterByTitle(list, await rows.select(['id', 'title']).orderBy(orderOf(list)).execute())
  }
  const { items } = await rows.select(eb => eb.fn.countAll<number>().as('items')).executeTakeFirstOrThrow()
  const found = rows.select('id').orderBy(orderOf(list)).offset(list.offset).limit(list.limit)
  return { ids: (await found.execute()).map(row => row.id), itemCount: items }
}

export async function findWidgets(
  db: Database,
  viewer: Viewer,
  list: DashboardListOptions,
): Promise<FoundIds> {
  const rows = db.selectFrom('widgets').where(eb => widgetCondition(eb, viewer, list))
  const { items } = await rows.select(eb => eb.fn.countAll<number>().as('items')).executeTakeFirstOrThrow()
  const found = rows.select('id').orderBy(orderOf(list)).offset(list.offset).limit(list.limit)
  return { ids: (await found.execute()).map(row => row.id), itemCount: items }
}

/** Titles are matched here: the pattern is a person's, and this database knows no regular expressions of linear time. */
function filterByTitle(list: DashboardListOptions, rows: readonly { id: number; title: string }[]): FoundIds {
  const { titleMatches = () => true, offset, limit } = list
  const ids = rows.filter(row => titleMatches(row.title)).map(row => row.id)
  return { ids: ids.slice(offset, offset + limit), itemCount: ids.length }
}

function dashboardCondition(
  eb: ExpressionBuilder<Tables, 'dashboards'>,
  viewer: Viewer,
  list: DashboardListOptions,
): Expression<SqlBool> {
  const { owners = [], title } = list
  const conditions: Expression<SqlBool>[] = []
  if (list.isPublic === true) {
    conditions.push(eb('owner_id', '!=', viewer.userId), eb('is_public', '=', 1))
  } else if (!(list.showAll === true && viewer.managesDashboards)) {
    conditions.push(eb('owner_id', '=', viewer.userId))
  }
  if (owners.length > 0) conditions.push(eb('owner_id', 'in', [...owners]))
  if (title !== undefined) conditions.push(eb('title_key', '=', nameKey(title)))
  return eb.and(conditions)
}

function widgetCondition(
  eb: ExpressionBuilder<Tables, 'widgets'>,
  viewer: Viewer,
  list: DashboardListOptions,
): Expression<SqlBool> {
  const { title } = list
  const conditions: Expression<SqlBool>[] = []
  if (list.isPublic === true) {
    const open = eb
      .selectFrom('placements')
      .innerJoin('dashboards', 'dashboards.id', 'placements.dashboard_id')
      .select('placements.widget_id')
      .whereRef('placements.widget_id', '=', 'widgets.id')
      .whereRef('dashboards.owner_id', '=', 'widgets.owner_id')
      .where('dashboards.is_public', '=', 1)
    conditions.push(eb('widgets.owner_id', '!=', viewer.userId), eb.exists(open))
  } else if (!(list.showAll === true && viewer.managesWidgets)) {
    conditions.push(eb('widgets.owner_id', '=', viewer.userId))
  }
  if (title !== undefined) conditions.push(eb('widgets.title_key', '=', nameKey(title)))
  return eb.and(conditions)
}

/** The columns are the same in both tables. */
function orderOf({ order = [] }: DashboardListOptions) {
  const keys = order.map(({ field, descending }) => {
    const column = sql.ref(field === 'title' ? 'title_key' : field)
    return descending ? sql`${column} desc` : sql`${column} asc`
  })
  const last = order.at(-1)
  keys.push(last === undefined || last.descending ? sql`id desc` : sql`id asc`)
  return sql.join(keys)
}
