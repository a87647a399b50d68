import type { BodyFaults } from './body-faults.ts'
import { compileQuery, configPath } from './compile-query.ts'
import type { Config } from './config.ts'
import type { Viewer } from './widget-queries.ts'

/** A user who changes dashboards and widgets. */
export interface Editor extends Viewer {
  /** Throws a Fault keyed `type`, `params`, `params.<member>` for an invalid query. */
  check(type: string, params: Record<string, unknown>): void
}

/** Checks the query of a widget; `pathPrefix` is its place in the body (`widgets[0].`, '' when it is the body). */
export function checkWidget(
  editor: Editor,
  widget: { type: string; config: Config },
  dashboardTimeRange: unknown,
  pathPrefix: string,
  faults: BodyFaults,
): void {
  const { type, params } = compileQuery(widget.type, widget.config, dashboardTimeRange)
  faults.check(
    () => editor.check(type, params),
    path => pathPrefix + configPath(path),
  )
}

/** Checks the time range of a dashboard as that of a Search. Returns whether it is valid. */
export function checkTimeRange(
  editor: Editor,
  config: Config,
  pathPrefix: string,
  faults: BodyFaults,
): boolean {
  let good = true
  faults.check(
    () => editor.check('Search', compileQuery('Search', { time_range: config.time_range }).params),
    path => {
      good = false
      return pathPrefix + configPath(path)
    },
  )
  return good
}
