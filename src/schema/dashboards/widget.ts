import { type Static, Type } from 'typebox'
import { maxNameLength } from '../name-length.ts'
import { lineText, nullable, UnixSeconds, UserReference } from '../shapes.ts'
import { maxVariables } from './dashboard-variable.ts'
import { maxNoteLength, noteType } from './note.ts'

/** Columns of a dashboard. A widget without `sizeX` is 2 wide, one without `sizeY` 1 high. */
const gridColumns = 6

const title = lineText({ title: 'Title', maxLength: 500 })
const position = Type.Integer({ title: 'Position', minimum: 0, maximum: 10_000 })
const size = Type.Integer({
  title: 'Size',
  description: 'Width unit of old exports',
  minimum: 0,
  maximum: 100,
})
/** Whether a chart also shows this figure of its values. */
const figureFlag = Type.Optional(Type.Boolean())
const threshold = (title: string, description: string) =>
  Type.Optional(Type.Integer({ title, description, minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))

/**
 * Params of the widget's query type, and settings of its view. Here only the known view settings are checked.
 * Params are checked as in a query. Other members stay as given.
 */
const WidgetConfig = Type.Unsafe<{ title?: string; [member: string]: unknown }>(
  Type.Object(
    {
      title: Type.Optional(title),
      description: Type.Optional(Type.String({ title: 'Description', maxLength: 10_000 })),
      col: Type.Optional(Type.Integer({ title: 'Column', minimum: 0, maximum: 1_000 })),
      row: Type.Optional(Type.Integer({ title: 'Row', minimum: 0, maximum: 100_000 })),
      sizeX: Type.Optional(Type.Integer({ title: 'Width in columns', minimum: 1, maximum: gridColumns })),
      sizeY: Type.Optional(Type.Integer({ title: 'Height in rows', minimum: 1, maximum: 100 })),
      view_type: Type.Optional(Type.String({ title: 'View', maxLength: 100 })),
      columns: Type.Optional(
        Type.Array(Type.String({ maxLength: maxNameLength }), { title: 'Columns', maxItems: 200 }),
      ),
      ignore_variables: Type.Optional(
        Type.Array(Type.String({ maxLength: 50 }), {
          title: 'Ignored variables',
          description: 'Names of variables of the dashboard',
          maxItems: maxVariables,
        }),
      ),
      show_avg: figureFlag,
      show_max: figureFlag,
      show_min: figureFlag,
      show_last: figureFlag,
      warning_from: threshold('Warning from', 'A number of at least this is drawn as a warning'),
      error_from: threshold('Error from', 'A number of at least this is drawn as an error'),
      note_text: Type.Optional(
        Type.String({
          title: 'Text',
          description: `Text of a ${noteType}, in Markdown`,
          maxLength: maxNoteLength,
          'x-control': 'text-area',
        }),
      ),
    },
    { description: 'Also the params of the type; unknown members are kept' },
  ),
)

/**
 * Body that creates a widget, and the format of exports and imports. `title` and `config.title` are the same
 * member, which may be given in either place.
 */
export const WidgetDraft = Type.Object(
  {
    type: Type.String({
      title: 'Type',
      description: `A query type, or ${noteType}: a text without a query`,
      minLength: 1,
      maxLength: 60,
    }),
    title: Type.Optional(title),
    config: Type.Optional(WidgetConfig),
    is_public: Type.Optional(Type.Boolean({ title: 'Public' })),
    position: Type.Optional(position),
    size: Type.Optional(size),
  },
  { $id: 'WidgetDraft', additionalProperties: false },
)
export type WidgetDraft = Static<typeof WidgetDraft>

/** Body that changes a widget; absent members stay, `config` is replaced whole. */
export const WidgetPatch = Type.Partial(WidgetDraft, { $id: 'WidgetPatch', additionalProperties: false })
export type WidgetPatch = Static<typeof WidgetPatch>

/** A widget in a file: without ids and owner, and without absent members. */
export const WidgetExport = Type.Object(
  {
    type: Type.String(),
    config: Type.Record(Type.String(), Type.Unknown()),
    is_public: Type.Optional(Type.Boolean()),
    position: Type.Optional(Type.Integer()),
    size: Type.Optional(Type.Integer()),
  },
  { $id: 'WidgetExport', additionalProperties: false },
)
export type WidgetExport = Static<typeof WidgetExport>

/** A widget, as the API shows it: on a dashboard, or alone, and then as on the dashboard that created it. */
export const Widget = Type.Object(
  {
    id: Type.Integer(),
    owner: UserReference,
    dashboard_ids: Type.Array(Type.Integer(), {
      description: 'Dashboards with this widget that the caller may see',
    }),
    type: Type.String({ description: `A query type, or ${noteType}; empty if the widget was withdrawn` }),
    title: Type.String(),
    config: Type.Record(Type.String(), Type.Unknown(), { description: 'The config as the client sent it' }),
    is_public: Type.Boolean(),
    position: Type.Integer(),
    size: nullable(Type.Integer()),
    read_only: Type.Boolean({ description: 'Whether the caller may not change it here' }),
    query_id: nullable(Type.String(), {
      description:
        'Id of the query of this widget on this dashboard, created when it is read; null if the widget was withdrawn or is a note',
    }),
    withdrawn: Type.Optional(
      Type.Literal(true, { description: 'Attached from a dashboard that the caller may no longer see' }),
    ),
    created_at: UnixSeconds,
    updated_at: UnixSeconds,
  },
  { $id: 'Widget', additionalProperties: false },
)
export type Widget = Static<typeof Widget>

/** Fields that lists of dashboards and of widgets can be ordered by. */
export const dashboardOrderFields = ['id', 'title', 'created_at', 'updated_at'] as const
export type DashboardOrderField = (typeof dashboardOrderFields)[number]
