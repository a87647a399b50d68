// Reads dashboards and widgets, with the placements of widgets on dashboards.

import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from '../database/tables.ts'
import type { UserRef } from '../identity/identity.ts'
import { ownerRef, userNameColumns } from '../identity/user-ref.ts'
import type { DashboardAccess } from './access.ts'
import { parseConfig } from './config.ts'
import type { DashboardContent, WidgetContent } from './parse-body.ts'

/** The place of a widget on a dashboard, and who may read that dashboard. */
export interface Placement extends DashboardAccess {
  dashboardId: number
  /** False on the home dashboard of the widget. */
  attached: boolean
  /** Position among the widgets of the dashboard. */
  ordinal: number
  /** The query of the widget on this dashboard, for live updates. */
  queryId: string
}

/** A widget with all its placements. */
export interface StoredWidget extends WidgetContent {
  id: number
  ownerId: number
  owner: UserRef
  /** All placements, sorted by dashboard id. */
  placements: readonly Placement[]
  /** Microseconds. */
  createdAt: number
  updatedAt: number
}

/** A dashboard with its widgets, in their order. */
export interface StoredDashboard extends Omit<DashboardContent, 'isPublic'> {
  id: number
  ownerId: number
  owner: UserRef
  isPublic: boolean
  /** The stored value; null: never given, which counts as not public. */
  storedIsPublic: boolean | null
  createdAt: number
  updatedAt: number
  widgets: readonly StoredWidget[]
}

/** Reads dashboards with their widgets, in the order of the ids, in three statements. */
export async function readDashboards(db: Database, ids: readonly number[]): Promise<StoredDashboard[]> {
  if (ids.length === 0) return []
  const rows = await dashboardsById(db, ids)
  if (rows.length === 0) return []
  const placed = await widgetsOn(db, ids)
  const places = Map.groupBy(placed.length === 0 ? [] : await placementsOfWidgetsOn(db, ids), widgetIdOf)
  const widgets = Map.groupBy(placed, row => row.dashboard_id)
  const widgetsOf = (id: number) => widgets.get(id)?.map(row => storedWidget(row, places)) ?? []
  const byId = new Map(rows.map(row => [row.id, storedDashboard(row, widgetsOf(row.id))]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

/** Reads widgets, in the order of the ids, in two statements. */
export async function readWidgets(db: Database, ids: readonly number[]): Promise<StoredWidget[]> {
  if (ids.length === 0) return []
  const rows = await widgetsById(db, ids)
  const places = Map.groupBy(rows.length === 0 ? [] : await placementsOfWidgets(db, ids), widgetIdOf)
  const byId = new Map(rows.map(row => [row.id, storedWidget(row, places)]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

export function placementOn(widget: StoredWidget, dashboardId: number): Placement | undefined {
  return widget.placements.find(place => place.dashboardId === dashboardId)
}

/** The placement on the home dashboard of a widget: where it is not attached. */
export function homePlacement(widget: StoredWidget): Placement | undefined {
  return widget.placements.find(place => !place.attached)
}

function dashboardRows(db: Database) {
  return db
    .selectFrom('dashboards')
    .innerJoin('users', 'users.id', 'dashboards.owner_id')
    .selectAll('dashboards')
    .select(userNameColumns)
}
type DashboardRow = Awaited<ReturnType<ReturnType<typeof dashboardRows>['executeTakeFirstOrThrow']>>

function storedDashboard(row: DashboardRow, widgets: readonly StoredWidget[]): StoredDashboard {
  return {
    id: row.id,
    ownerId: row.owner_id,
    owner: ownerRef(row),
    config: parseConfig(row.config),
    isPublic: row.is_public === 1,
    storedIsPublic: booleanOrNull(row.is_public),
    isDefault: row.is_default === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    widgets,
  }
}

function widgetRows(db: Database) {
  return db
    .selectFrom('widgets')
    .innerJoin('users', 'users.id', 'widgets.owner_id')
    .selectAll('widgets')
    .select(userNameColumns)
}
type WidgetRow = Awaited<ReturnType<ReturnType<typeof widgetRows>['executeTakeFirstOrThrow']>>

function storedWidget(row: WidgetRow, places: ReadonlyMap<number, PlacementRow[]>): StoredWidget {
  return {
    id: row.id,
    ownerId: row.owner_id,
    owner: ownerRef(row),
    type: row.type,
    config: parseConfig(row.config),
    isPublic: booleanOrNull(row.is_public),
    position: row.position,
    size: row.size,
    placements: places.get(row.id)?.map(storedPlacement) ?? [],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function placementRows(db: Database) {
  return db
    .selectFrom('placements')
    .innerJoin('dashboards', 'dashboards.id', 'placements.dashboard_id')
    .select([
      'placements.widget_id',
      'placements.dashboard_id',
      'placements.attached',
      'placements.ordinal',
      'placements.query_id',
      'dashboards.owner_id',
      'dashboards.is_public',
    ])
}
type PlacementRow = Awaited<ReturnType<ReturnType<typeof placementRows>['executeTakeFirstOrThrow']>>

const dashboardsById = selectByIds((db, ids) => dashboardRows(db).where('dashboards.id', 'in', ids))

const widgetsById = selectByIds((db, ids) => widgetRows(db).where('widgets.id', 'in', ids))

const widgetsOn = selectByIds((db, ids) =>
  widgetRows(db)
    .innerJoin('placements', 'placements.widget_id', 'widgets.id')
    .select('placements.dashboard_id')
    .where('placements.dashboard_id', 'in', ids)
    .orderBy('placements.dashboard_id')
    .orderBy('placements.ordinal'),
)

const placementsOfWidgets = selectByIds((db, ids) =>
  placementRows(db).where('placements.widget_id', 'in', ids).orderBy('placements.dashboard_id'),
)

const placementsOfWidgetsOn = selectByIds((db, ids) =>
  placementRows(db)
    .where(eb => {
      const here = eb.selectFrom('placements as here').select('here.widget_id')
      return eb('placements.widget_id', 'in', here.where('here.dashboard_id', 'in', ids))
    })
    .orderBy('placements.dashboard_id'),
)

function widgetIdOf(row: PlacementRow): number {
  return row.widget_id
}

function storedPlacement(row: PlacementRow): Placement {
  return {
    dashboardId: row.dashboard_id,
    ownerId: row.owner_id,
    isPublic: row.is_public === 1,
    attached: row.attached === 1,
    ordinal: row.ordinal,
    queryId: row.query_id,
  }
}

function booleanOrNull(flag: 0 | 1 | null): boolean | null {
  return flag === null ? null : flag === 1
}

interface Statement<Row> extends Compilable<Row> {
  execute(): Promise<Row[]>
}

/**
 * Returns a function that runs a SELECT by ids. `build` puts the ids into one `in` and no other value into
 * the statement. The statement for one id is compiled once for each database: it runs thousands of times a
 * second, and compiling takes as long as running.
 */
function selectByIds<Row>(build: (db: Database, ids: number[]) => Statement<Row>) {
  const forOne = new WeakMap<Database, CompiledQuery<Row>>()
  return async (db: Database, ids: readonly number[]): Promise<Row[]> => {
    if (ids.length !== 1) return build(db, [...ids]).execute()
    let compiled = forOne.get(db)
    if (compiled === undefined) {
      compiled = build(db, [0]).compile()
      forOne.set(db, compiled)
    }
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters: ids })
    return rows
  }
}
