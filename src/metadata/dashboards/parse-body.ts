// Parses bodies of dashboards and widgets into the content that is stored, and collects their faults.

import type { DashboardPatch } from '../../schema/dashboards/dashboard.ts'
import {
  conditionOf,
  type DashboardVariable,
  readVariables,
} from '../../schema/dashboards/dashboard-variable.ts'
import { isNote } from '../../schema/dashboards/note.ts'
import type { WidgetPatch } from '../../schema/dashboards/widget.ts'
import {
  compileQuery,
  configPath,
  type DashboardQuerySettings,
} from '../../schema/dashboards/widget-query.ts'
import { Fault } from '../../schema/fault.ts'
import { type Config, isTooDeep, titleOf, withTitle } from './config.ts'
import type { Editor } from './editor.ts'

/** Content of a widget, as it is stored. null: the client did not give the member. */
export interface WidgetContent {
  type: string
  config: Config
  isPublic: boolean | null
  position: number | null
  size: number | null
}

/** Content of a dashboard without its widgets. */
export interface DashboardContent {
  config: Config
  isPublic: boolean | null
  isDefault: boolean
}

/** Content of a dashboard after a body is applied. `widgets` undefined: the body does not have them. */
export interface ParsedDashboard {
  content: DashboardContent
  widgets: WidgetContent[] | undefined
}

/**
 * Parses the body of a dashboard. Absent members come from `before`, or are not given. Faults are keyed below
 * `pathPrefix` ('' or `[0].`).
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
    // A dashboard always has a title.
    if (before === undefined) faults.add(`${pathPrefix}title`, 'This field is required.')
    else config = withTitle(config, titleOf(before.config))
  }
  const isPublic = draft.is_public ?? before?.isPublic ?? null
  const isDefault = draft.is_default ?? (before?.isDefault === true && isPublic === true)
  if (isDefault && isPublic !== true) faults.add(`${pathPrefix}is_default`, 'A default dashboard is public.')
  const variables = checkedVariables(editor, config.variables, faults, pathPrefix)
  // Checked as the time range of a Search.
  const hasValidRange = faults.check(
    () => editor.check('Search', compileQuery('Search', { time_range: config.time_range }).params),
    path => pathPrefix + configPath(path),
  )
  // Widgets do not inherit an invalid time range: each would repeat the fault.
  const inherited: DashboardQuerySettings = hasValidRange ? { ...config, variables } : { variables }
  const widgets = draft.widgets?.map((widget, index) =>
    parseWidget(editor, widget, undefined, inherited, faults, `${pathPrefix}widgets[${index}].`),
  )
  return { content: { config, isPublic, isDefault }, widgets }
}

/**
 * The variables, without variables whose own condition is invalid: each widget would repeat the fault. The
 * schema has checked their shape.
 */
function checkedVariables(
  editor: Editor,
  value: unknown,
  faults: BodyFaults,
  pathPrefix: string,
): DashboardVariable[] {
  const names = new Set<string>()
  return readVariables(value).filter((variable, index) => {
    const path = `${pathPrefix}config.variables[${index}]`
    if (names.has(variable.name)) faults.add(`${path}.name`, 'Another variable has this name.')
    names.add(variable.name)
    const condition = variable.applies_to === 'named' ? undefined : conditionOf(variable)
    return faults.check(
      () => editor.check('Search', condition === undefined ? {} : { filter: [condition] }),
      () => `${path}.value`,
    )
  })
}

/** As `parseDashboard`; without `before` the schema requires `type`. */
export function parseWidget(
  editor: Editor,
  draft: WidgetPatch,
  before: WidgetContent | undefined,
  dashboard: DashboardQuerySettings,
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
  if (isNote(content.type)) return content
  const { type, params } = compileQuery(content.type, content.config, dashboard)
  faults.check(
    () => editor.check(type, params),
    path => pathPrefix + configPath(path),
  )
  return content
}

/** Parses a body and throws all its faults together: validation, or the fault of a query. */
export function collectFaults<Content>(
  read: (faults: BodyFaults) => Content,
  faults: BodyFaults = new BodyFaults(),
): Content {
  const content = read(faults)
  faults.throwIfAny()
  return content
}

/** The config of the body, or else the previous one, with the title of the body. */
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

const maxFaults = 50

/** A fault of a body that is accepted all the same. */
export interface BodyWarning {
  path: string
  message: string
}

/**
 * Faults of a body, by path, reported together. With `takesUnreadable`, search expressions that cannot be
 * parsed are warnings: their widgets show the error.
 */
export class BodyFaults {
  readonly #takesUnreadable: boolean
  /** At most one for each widget. */
  readonly warnings: BodyWarning[] = []
  readonly #fields: Record<string, string[]> = {}
  readonly #thrown: Fault[] = []
  #count = 0

  constructor({ takesUnreadable = false }: { takesUnreadable?: boolean } = {}) {
    this.#takesUnreadable = takesUnreadable
  }

  /** Adds a fault, unless it is there already or `maxFaults` are. */
  add(path: string, message: string): void {
    if (this.#count === maxFaults) return
    const messages = this.#fields[path] ?? []
    if (messages.includes(message)) return
    messages.push(message)
    this.#fields[path] = messages
    this.#count++
  }

  /**
   * Runs a check that throws faults keyed by its own paths; `placeOf` maps them to paths of the body. Returns
   * whether the check passed.
   */
  check(run: () => void, placeOf: (path: string) => string): boolean {
    try {
      run()
      return true
    } catch (error) {
      if (!(error instanceof Fault) || error.fields === undefined) throw error
      if (this.#takesUnreadable && error.code === 'query_syntax') {
        for (const [path, messages] of Object.entries(error.fields)) {
          this.warnings.push({ path: placeOf(path), message: messages.join(' ') })
        }
        return false
      }
      this.#thrown.push(error)
      for (const [path, messages] of Object.entries(error.fields)) {
        for (const message of messages) this.add(placeOf(path), message)
      }
      return false
    }
  }

  /** Throws one fault with all fields. If one check threw them all, keeps its code, such as query_syntax. */
  throwIfAny(): void {
    if (this.#count === 0) return
    const fields = this.#fields
    const [first, ...others] = this.#thrown
    const hasAllFields = Object.keys(first?.fields ?? {}).length === Object.keys(fields).length
    if (first === undefined || others.length > 0 || !hasAllFields) throw new Fault('validation', { fields })
    const { code, detail, members } = first
    throw new Fault(code, { detail, fields, ...(members === undefined ? {} : { members }) })
  }
}
