import type { DashboardPatch } from '../../schema/dashboard.ts'
import type { WidgetPatch } from '../../schema/widget.ts'
import { BodyFaults } from './body-faults.ts'
import { type Config, isTooDeep, titleOf, withTitle } from './config.ts'
import { checkTimeRange, checkWidget, type Editor } from './editor.ts'

/** What a widget is made of, as it is kept. null: not given. */
export interface WidgetContent {
  type: string
  config: Config
  isPublic: boolean | null
  position: number | null
  size: number | null
}

/** What a dashboard is made of, without its widgets. */
export interface DashboardContent {
  config: Config
  isPublic: boolean | null
  isDefault: boolean
}

/** What a body makes of a dashboard, or of one that was there; `widgets` is undefined when it says nothing of them. */
export interface ParsedDashboard {
  content: DashboardContent
  widgets: WidgetContent[] | undefined
}

/**
 * Reads the body of a dashboard. Absent members are those of `before`; without one they are not given. Faults are keyed below
 * `place` ('' or `[0].`).
 */
export function parseDashboard(
  editor: Editor,
  draft: DashboardPatch,
  before: DashboardContent | undefined,
  faults: BodyFaults,
  pathPrefix = '',
): ParsedDashboard {
  let config = titledConfig(draft, before?.config, pathPrefix, faults)
  if (titleOf(config) === '') {
    // A dashboard always has a title: it keeps the one that it has.
    if (before === undefined) faults.add(`${pathPrefix}title`, 'This field is required.')
    else config = withTitle(config, titleOf(before.config))
  }
  const isPublic = draft.is_public ?? before?.isPublic ?? null
  const isDefault = draft.is_default ?? (before?.isDefault === true && isPublic === true)
  if (isDefault && isPublic !== true) faults.add(`${pathPrefix}is_default`, 'A default dashboard is public.')
  const inherited = checkTimeRange(editor, config, pathPrefix, faults) ? config.time_range : undefined
  const widgets = draft.widgets?.map((widget, index) =>
    parseWidget(editor, widget, undefined, inherited, faults, `${pathPrefix}widgets[${index}].`),
  )
  return { content: { config, isPublic, isDefault }, widgets }
}

/** Reads the body of a widget in the same way; without `before` it has a type, as its shape says. */
export function parseWidget(
  editor: Editor,
  draft: WidgetPatch,
  before: WidgetContent | undefined,
  dashboardTimeRange: unknown,
  faults: BodyFaults,
  pathPrefix = '',
): WidgetContent {
  const content = {
    type: draft.type ?? before?.type ?? '',
    config: titledConfig(draft, before?.config, pathPrefix, faults),
    isPublic: draft.is_public ?? before?.isPublic ?? null,
    position: draft.position ?? before?.position ?? null,
    size: draft.size ?? before?.size ?? null,
  }
  checkWidget(editor, content, dashboardTimeRange, pathPrefix, faults)
  return content
}

/** Reads one body, all of whose faults are told together. Throws validation, and what the check of a query throws. */
export function collectFaults<Content>(
  read: (faults: BodyFaults) => Content,
  faults: BodyFaults = new BodyFaults(),
): Content {
  const content = read(faults)
  faults.throwIfAny()
  return content
}

/** The config given, or the one before; with the title that stands beside it. */
function titledConfig(
  draft: { title?: string; config?: Config },
  before: Config | undefined,
  pathPrefix: string,
  faults: BodyFaults,
): Config {
  const { title, config: given } = draft
  const config = given ?? before ?? {}
  if (isTooDeep(given)) faults.add(`${pathPrefix}config`, 'Nested too deeply.')
  if (title === undefined) return config
  if (given !== undefined && Object.hasOwn(given, 'title') && given.title !== title) {
    faults.add(`${pathPrefix}title`, 'Differs from config.title; give one of them.')
  }
  return withTitle(config, title)
}
