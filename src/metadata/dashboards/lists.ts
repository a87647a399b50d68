// Finds the ids of one page of a list of dashboards or widgets.

import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { DashboardOrderField } from '../../schema/dashboards/widget.ts'
import { type Database, nameKey, type Tables } from '../database/tables.ts'
import { type FoundIds, pageOfTitles } from '../lists/match-titles.ts'
import { countRows, type ListOptions, type SortColumns, selectPage, sortRows } from '../lists/select-page.ts'
import type { Viewer } from './widget-queries.ts'

/** Conditions of a list of dashboards or widgets, combined by AND. */
export interface DashboardListOptions extends ListOptions<DashboardOrderField> {
  /** All users' objects; ignored for users who may not manage them. */
  showAll?: boolean
  /** Other users' public objects, instead of the viewer's own. */
  isPublic?: boolean
  /** Dashboards owned by any of these users; empty or absent: by any user. */
  owners?: readonly number[]
  /** The whole title, in any letter case. */
  title?: string
  /**
   * Called with the title of each dashboard that meets the other conditions. Returns whether the dashboard is
   * listed. Lists of widgets ignore it.
   */
  titleMatches?: (title: string) => boolean
}

export async function findDashboards(
  db: Database,
  viewer: Viewer,
  options: DashboardListOptions,
): Promise<FoundIds> {
  const rows = db.selectFrom('dashboards').where(eb => dashboardCondition(eb, viewer, options))
  const { titleMatches } = options
  if (titleMatches === undefined) {
    const page = await selectPage(rows.select('id'), options, sortColumns('dashboards'))
    return { ids: page.map(({ id }) => id), itemCount: await countRows(rows) }
  }
  const titled = sortRows(rows.select(['id', 'title']), options.order, sortColumns('dashboards'))
  return pageOfTitles(await titled.execute(), titleMatches, options)
}

export async function findWidgets(
  db: Database,
  viewer: Viewer,
  options: DashboardListOptions,
): Promise<FoundIds> {
  const rows = db.selectFrom('widgets').where(eb => widgetCondition(eb, viewer, options))
  const page = await selectPage(rows.select('id'), options, sortColumns('widgets'))
  return { ids: page.map(({ id }) => id), itemCount: await countRows(rows) }
}

function sortColumns(table: 'dashboards' | 'widgets'): SortColumns<DashboardOrderField> {
  return { table, keys: { title: sql.ref(`${table}.title_key`) } }
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
    const publicPlacements = eb
      .selectFrom('placements')
      .innerJoin('dashboards', 'dashboards.id', 'placements.dashboard_id')
      .select('placements.widget_id')
      .whereRef('placements.widget_id', '=', 'widgets.id')
      .whereRef('dashboards.owner_id', '=', 'widgets.owner_id')
      .where('dashboards.is_public', '=', 1)
    conditions.push(eb('widgets.owner_id', '!=', viewer.userId), eb.exists(publicPlacements))
  } else if (!(list.showAll === true && viewer.managesWidgets)) {
    conditions.push(eb('widgets.owner_id', '=', viewer.userId))
  }
  if (title !== undefined) conditions.push(eb('widgets.title_key', '=', nameKey(title)))
  return eb.and(conditions)
}
