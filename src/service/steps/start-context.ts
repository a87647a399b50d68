import type { Settings } from '../../schema/settings/settings.ts'
import type { Log } from '../../telemetry/log.ts'
import type { ClosingStack } from './closing-stack.ts'

/** Values that all steps of the start share. */
export interface StartContext {
  settings: Settings
  log: Log
  /** Closers, run in reverse order. */
  closing: ClosingStack
}
