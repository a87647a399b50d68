import type { Viewer } from './widget-queries.ts'

/** A user who changes dashboards and widgets. */
export interface Editor extends Viewer {
  /** Throws a Fault keyed `type`, `params`, `params.<member>` for an invalid query. */
  check(type: string, params: Record<string, unknown>): void
}
