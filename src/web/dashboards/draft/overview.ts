import type { DashboardDraft } from '../../../schema/dashboards/dashboard.ts'
import type { WidgetDraft } from '../../../schema/dashboards/widget.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import { type Draft, newWidget } from './draft.ts'

const { overview: texts } = dashboardTexts

/** The built-in overview for all users: in the format of a file, six columns. */
export const overviewFile = {
  title: texts.title,
  config: { title: texts.title, time_range: { preset: 'last_1_hours' } },
  widgets: [
    place(0, 0, 4, {
      type: 'EventRate',
      config: { title: texts.events, show_last: true, show_avg: true, show_max: true },
    }),
    place(4, 0, 2, {
      type: 'TopN',
      config: { title: texts.severities, field: 'severity', limit: 8, view_type: 'pie_chart' },
    }),
    place(0, 1, 2, {
      type: 'EventRate',
      config: {
        title: texts.errors,
        filter: [{ field: 'severity', op: 'le', value: 3 }],
        show_last: true,
        show_avg: true,
        show_max: true,
      },
    }),
    place(2, 1, 2, {
      type: 'TopN',
      config: { title: texts.hosts, field: 'host', limit: 6, show_other: true, view_type: 'pie_chart' },
    }),
    place(4, 1, 2, {
      type: 'TopN',
      config: { title: texts.programs, field: 'program', limit: 7, view_type: 'list' },
    }),
    place(0, 2, 4, {
      type: 'TopN',
      config: {
        title: texts.programsOverTime,
        field: 'program',
        limit: 6,
        show_other: true,
        view_type: 'time_chart_bars',
      },
    }),
    place(4, 2, 2, { type: 'LastN', config: { title: texts.lastSeen, field: 'host', limit: 8 } }),
    place(0, 3, 6, {
      type: 'Search',
      config: { title: texts.stream, sort: ['-last_occurrence'], limit: 20, sizeY: 2 },
    }),
  ],
} satisfies DashboardDraft & { title: string }

/** The overview as the page draws it: users may copy but not change it. */
export const overview: Draft = {
  config: overviewFile.config,
  isPublic: true,
  isDefault: false,
  widgets: overviewFile.widgets.map((widget, index) => newWidget(`overview-${index}`, widget)),
}

/** A widget at a place on the grid, one row high unless its config says otherwise. */
function place(col: number, row: number, sizeX: number, { type, config }: WidgetDraft): WidgetDraft {
  return { type, config: { ...config, col, row, sizeX } }
}
