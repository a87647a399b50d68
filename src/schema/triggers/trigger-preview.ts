import { type Static, Type } from 'typebox'
import { nullable } from '../shapes.ts'
import { actionKinds } from './action-kinds.ts'
import { UnsavedTrigger } from './trigger.ts'

/** Body of a preview: a trigger, and the event that its actions report. */
export const TriggerPreviewRequest = Type.Object(
  {
    trigger: UnsavedTrigger,
    event_id: Type.String({ maxLength: 100, description: '`_id` of an event that the caller may see' }),
  },
  { $id: 'TriggerPreviewRequest', additionalProperties: false },
)
export type TriggerPreviewRequest = Static<typeof TriggerPreviewRequest>

/** What one action would send. */
const ActionPreview = Type.Object({
  kind: Type.Enum([...actionKinds]),
  head: Type.String({ description: 'Subject of a mail, method and URL of a webhook, title of a task' }),
  text: Type.String({ description: 'Text of a mail, body of a webhook, description of a task, a note' }),
  fault: nullable(Type.String(), { description: 'Why the action would fail; null: it would be sent' }),
})
export type ActionPreview = Static<typeof ActionPreview>

/** What the enabled mails, webhooks, notes and tasks of a trigger would send about an event. */
export const TriggerPreview = Type.Object(
  { actions: Type.Array(ActionPreview) },
  { $id: 'TriggerPreview', additionalProperties: false },
)
export type TriggerPreview = Static<typeof TriggerPreview>
