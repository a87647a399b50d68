import { Fault } from '../../schema/fault.ts'
import { exportWidget } from './present.ts'
import type { StoredDashboard } from './rows.ts'

/** Maximum bytes of JSON of a dashboard with its widgets. */
export const maxDashboardBytes = 256 * 1024

/** Throws body_too_large for a dashboard that is too large and was not as large before the change. */
export function requireDashboardSize(after: StoredDashboard, before?: StoredDashboard): void {
  const bytes = sizeOf(after)
  if (bytes <= maxDashboardBytes || (before !== undefined && bytes <= sizeOf(before))) return
  const detail = `A dashboard with its widgets takes at most ${maxDashboardBytes / 1024} KiB.`
  throw new Fault('body_too_large', { detail })
}

function sizeOf({ config, widgets }: StoredDashboard): number {
  return Buffer.byteLength(JSON.stringify([config, widgets.map(exportWidget)]))
}
