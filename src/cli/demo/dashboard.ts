import { clockText } from '../../charts/time-text.ts'
import type { Metadata } from '../../metadata/open.ts'
import type { DashboardDraft } from '../../schema/dashboards/dashboard.ts'
import { alignedStart, historyEnd, incident } from './history.ts'

/**
 * The dashboard of the demo: its first widget leads to the planted incident. `startedAt`: Unix seconds.
 * `zone`: IANA name, for the time in the title.
 */
export function demoDashboard(startedAt: number, zone: string): DashboardDraft {
  const end = historyEnd(startedAt)
  const failsAt = alignedStart(startedAt) - incident.fails * 60
  const time = clockText(failsAt, zone).replace(/:\d\d$/, '') // without seconds
  const place = (col: number, row: number, sizeX: number) => ({ col, row, sizeX, sizeY: 1 })
  return {
    title: 'Shop: an incident',
    is_public: true,
    // Half hours, so that the incident is one bar.
    config: { time_range: { ts_from: end - 12 * 3_600, ts_to: end, step: 1_800 } },
    widgets: [
      {
        type: 'EventRate',
        config: { title: `What happened at ${time}? Click the peak, then “What changed”`, ...place(0, 0, 6) },
      },
      {
        type: 'TopN',
        config: {
          title: 'Responses by status',
          field: 'http.response.status_code',
          view_type: 'time_chart_bars',
          with_subperiods: true,
          ...place(0, 1, 3),
        },
      },
      {
        type: 'TopN',
        config: {
          title: 'Hosts',
          field: 'host',
          limit: 8,
          view_type: 'list',
          ...place(3, 1, 3),
        },
      },
    ],
  }
}

/** Creates the dashboard of the demo, unless there are dashboards. Call it at the first start only. */
export async function createDemoDashboard(
  { dashboards, users }: Pick<Metadata, 'dashboards' | 'users'>,
  startedAt: number,
  zone: string,
): Promise<void> {
  const owner = await users.findByName('admin')
  if (owner === undefined) return
  const viewer = { userId: owner.id, managesDashboards: true, managesWidgets: true }
  const { itemCount } = await dashboards.list(viewer, { offset: 0, limit: 1 })
  // The queries of its widgets are valid, as a test proves.
  if (itemCount === 0)
    await dashboards.create({ ...viewer, check: () => {} }, [demoDashboard(startedAt, zone)])
}
