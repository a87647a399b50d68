import type { WebhookFormat } from '../../../../../schema/triggers/trigger-parts.ts'
import { generic } from './generic.ts'
import { pagerduty } from './pagerduty.ts'
import type { ReadyForm } from './ready-form.ts'
import { slack } from './slack.ts'
import { teams } from './teams.ts'

/** The forms of webhook bodies that a user can choose instead of writing a template. */
export const readyForms = { slack, teams, pagerduty, generic } satisfies Record<
  Exclude<WebhookFormat, 'template'>,
  ReadyForm
>
