import { type Static, Type } from 'typebox'
import { nullable } from '../shapes.ts'
import { actionKinds, TriggerDraft } from './trigger.ts'

/** Body of a preview of what the actions of a trigger would send about an event. */
export const TriggerPreviewRequest = Type.Object(
  {
    trigger: Type.Unsafe<Omit<TriggerDraft, 'name'> & { name?: string }>(
      Type.Partial(TriggerDraft, { description: 'A trigger, which need not be stored and needs no name' }),
    ),
    event_id: Type.String({ maxLength: 100, description: '`_id` of an event that the caller may see' }),
  },
  { $id: 'TriggerPreviewRequest', additionalProperties: false },
)
export type TriggerPreviewRequest = Static<typeof TriggerPreviewRequest>

/** What one action would send. */
const ActionPreview = Type.Object({
  kind: Type.Enum([...actionKinds]),
  head: Type.String({ description: 'Subject of a mail, method and URL of a webhook, title of a task' }),
  text: Type.String({
    description: 'Text of a mail, body of a webhook, description of a task, text of a note',
  }),
  fault: nullable(Type.String(), { description: 'Why it could not be sent; null if it could' }),
})
export type ActionPreview = Static<typeof ActionPreview>

/** What the enabled mails, webhooks, notes and tasks of a trigger would send about an event. */
export const TriggerPreview = Type.Object(
  { actions: Type.Array(ActionPreview) },
  { $id: 'TriggerPreview', additionalProperties: false },
)
export type TriggerPreview = Static<typeof TriggerPreview>
