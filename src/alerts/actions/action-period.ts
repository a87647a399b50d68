import type { TriggerContent } from '../../schema/triggers/trigger.ts'
import type { Action } from './action-kinds.ts'

/** Seconds, by kind. */
const periods: Record<Action['kind'], (trigger: TriggerContent) => number> = {
  email: trigger => trigger.send_email_period,
  webhook: trigger => trigger.send_webhook_period,
  script: trigger => trigger.exec_script_period,
  // Traps, like webhooks, are for programs. Tasks, like mails, are for people.
  snmp: trigger => trigger.send_webhook_period,
  task: trigger => trigger.send_email_period,
  // Each event gets its own note.
  note: () => 0,
}

/**
 * Minimum seconds between two actions of this kind for one key of a trigger; 0: no limit. Matches in between
 * are reported with the next action.
 */
export function actionPeriodSeconds(kind: Action['kind'], trigger: TriggerContent): number {
  return periods[kind](trigger)
}
