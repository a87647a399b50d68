import type { BodyFaults } from './body-faults.ts'
import type { Config } from './config.ts'
import { placeInConfig, queryOf } from './query-of.ts'
import type { Viewer } from './widget-queries.ts'

/** Who changes dashboards and widgets, with the means to tell a good query from a bad one. */
export interface Editor extends Viewer {
  /** Throws a Fault keyed `type`, `params`, `params.<member>` for what cannot be asked. */
  check(type: string, params: Record<string, unknown>): void
}

/** Checks the query of a widget; `place` is where the widget stands in the body (`widgets[0].`, '' when it is the body). */
export function checkWidget(
  editor: Editor,
  widget: { type: string; config: Config },
  dashboardTimeRange: unknown,
  place: string,
  faults: BodyFaults,
): void {
  const { type, params } = queryOf(widget.type, widget.config, dashboardTimeRange)
  faults.check(
    () => editor.check(type, params),
    path => place + placeInConfig(path),
  )
}

/** Checks the time range of a dashboard, as that of a Search. True when widgets can have it. */
export function checkTimeRange(editor: Editor, config: Config, place: string, faults: BodyFaults): boolean {
  let good = true
  faults.check(
    () => editor.check('Search', queryOf('Search', { time_range: config.time_range }).params),
    path => {
      good = false
      return place + placeInConfig(path)
    },
  )
  return good
}
