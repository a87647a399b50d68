import type { Settings } from '../../schema/settings/settings.ts'
import type { Log } from '../../telemetry/log.ts'
import type { ClosingStack } from './closing-stack.ts'

/** What service/start.ts gives each step of the start, such as `startIngest`. */
export interface StartContext {
  settings: Settings
  /** The log of the service. Steps name their room in each line. */
  log: Log
  /** A step adds here how to close what it opens. Closed in reverse order. */
  closing: ClosingStack
}
