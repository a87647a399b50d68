import type { Dashboard } from '../../schema/dashboard.ts'
import type { BodyWarning } from './body-faults.ts'

/** A new dashboard with the warnings about its widgets, whose paths begin with `pathPrefix` ('' or `[0].`). */
export function withWarnings(
  dashboard: Dashboard,
  warnings: readonly BodyWarning[],
  pathPrefix: string,
): Dashboard {
  const own = dashboard.widgets.flatMap((widget, index) => {
    const prefix = `${pathPrefix}widgets[${index}].`
    return warnings
      .filter(warning => warning.path.startsWith(prefix))
      .map(warning => ({
        widget_id: widget.id,
        field: warning.path.slice(prefix.length),
        message: warning.message,
      }))
  })
  return own.length === 0 ? dashboard : { ...dashboard, warnings: own }
}
