import { type Static, Type } from 'typebox'
import { nullable } from '../shapes.ts'
import { actionKinds, TriggerDraft } from './trigger.ts'

/** Body that asks what the actions of a trigger would send about an event. */
export const TriggerPreviewRequest = Type.Object(
  {
    trigger: Type.Unsafe<Omit<TriggerDraft, 'name'> & { name?: string }>(
      Type.Partial(TriggerDraft, { description: 'A trigger that need not be stored nor have a name' }),
    ),
    event_id: Type.String({ maxLength: 100, description: '`_id` of an event that the caller sees' }),
  },
  { $id: 'TriggerPreviewRequest', additionalProperties: false },
)
export type TriggerPreviewRequest = Static<typeof TriggerPreviewRequest>

/** What one action would send. */
const ActionPreview = Type.Object({
  kind: Type.Enum([...actionKinds]),
  head: Type.String({ description: 'Subject of a mail, method and URL of a webhook, title of a task' }),
  text: Type.String({ description: 'Text of a mail, body of a webhook, description of a task, a note' }),
  fault: nullable(Type.String(), { description: 'Why it could not be sent so; null: it could' }),
})
export type ActionPreview = Static<typeof ActionPreview>

/**
 * What the actions of a trigger would send about an event: mails, webhooks, notes and tasks that are switched
 * on.
 */
export const TriggerPreview = Type.Object(
  { actions: Type.Array(ActionPreview) },
  { $id: 'TriggerPreview', additionalProperties: false },
)
export type TriggerPreview = Static<typeof TriggerPreview>
