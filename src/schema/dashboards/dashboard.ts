import { type Static, Type } from 'typebox'
import { lineText, UnixSeconds, UserReference } from '../shapes.ts'
import { DashboardVariable, maxVariables } from './dashboard-variable.ts'
import { maxRowGroups } from './read-row-groups.ts'
import { RowGroup } from './row-group.ts'
import type { Widget, WidgetDraft, WidgetExport } from './widget.ts'

/** Maximum widgets of one dashboard. */
export const maxWidgets = 200
/** Maximum dashboards of one import. */
export const maxImported = 200

const title = lineText({ title: 'Title', minLength: 1, maxLength: 500 })

/** `time_range` applies to every widget without its own. Unknown members stay as given. */
const DashboardConfig = Type.Unsafe<{ title?: string; [member: string]: unknown }>(
  Type.Object(
    {
      title: Type.Optional(title),
      style_class: Type.Optional(Type.String({ title: 'Style', maxLength: 200 })),
      time_range: Type.Optional(
        Type.Unknown({ title: 'Time range', description: 'A TimeRange, as in the params of a query' }),
      ),
      variables: Type.Optional(Type.Array(DashboardVariable, { title: 'Variables', maxItems: maxVariables })),
      row_groups: Type.Optional(Type.Array(RowGroup, { title: 'Groups of rows', maxItems: maxRowGroups })),
    },
    { description: 'Unknown members are kept' },
  ),
)

/**
 * Body that creates a dashboard, and the format of exports and imports. `title` and `config.title` are the
 * same member, which may be given in either place.
 */
export const DashboardDraft = Type.Object(
  {
    title: Type.Optional(title),
    config: Type.Optional(DashboardConfig),
    is_public: Type.Optional(Type.Boolean({ title: 'Public', description: 'Everybody may read it' })),
    is_default: Type.Optional(
      Type.Boolean({
        title: 'Default',
        description:
          'The default dashboard, which all users see first; it is public. Requires manage_dashboards.',
      }),
    ),
    widgets: Type.Optional(
      Type.Array(Type.Unsafe<WidgetDraft>({ $ref: 'WidgetDraft#' }), {
        title: 'Widgets',
        maxItems: maxWidgets,
      }),
    ),
  },
  { $id: 'DashboardDraft', additionalProperties: false },
)
export type DashboardDraft = Static<typeof DashboardDraft>

/** Body that changes a dashboard; absent members stay, `config` and `widgets` are replaced whole. */
export const DashboardPatch = Type.Partial(DashboardDraft, {
  $id: 'DashboardPatch',
  additionalProperties: false,
})
export type DashboardPatch = Static<typeof DashboardPatch>

/** A dashboard in a file: without ids and owner. */
export const DashboardExport = Type.Object(
  {
    config: Type.Record(Type.String(), Type.Unknown()),
    is_public: Type.Boolean(),
    widgets: Type.Array(Type.Unsafe<WidgetExport>({ $ref: 'WidgetExport#' })),
  },
  { $id: 'DashboardExport', additionalProperties: false },
)
export type DashboardExport = Static<typeof DashboardExport>

/** A dashboard, as the API shows it. */
export const Dashboard = Type.Object(
  {
    id: Type.Integer(),
    owner: UserReference,
    title: Type.String(),
    is_public: Type.Boolean(),
    is_default: Type.Boolean(),
    config: Type.Record(Type.String(), Type.Unknown(), { description: 'The config as the client sent it' }),
    widgets: Type.Array(Type.Unsafe<Widget>({ $ref: 'Widget#' })),
    read_only: Type.Boolean({ description: 'Whether the caller may not change it' }),
    created_at: UnixSeconds,
    updated_at: UnixSeconds,
    warnings: Type.Optional(
      Type.Array(
        Type.Object({
          widget_id: Type.Integer(),
          field: Type.String({ description: 'Path of the member of the widget: `config.filter[0].value`' }),
          message: Type.String(),
        }),
        {
          description:
            'Only in answers to requests that create dashboards: widgets whose search is invalid, which show an error',
        },
      ),
    ),
  },
  { $id: 'Dashboard', additionalProperties: false },
)
export type Dashboard = Static<typeof Dashboard>
