import { previewActions } from '../../alerts/actions/preview-actions.ts'
import { fullContent } from '../../metadata/triggers/content.ts'
import { TriggerPreview, TriggerPreviewRequest } from '../../schema/triggers/trigger-preview.ts'
import { zoneOf } from '../../time/zone.ts'
import { callerOf } from '../auth/access.ts'
import { storeFaults } from '../description/faults.ts'
import { findEventById } from '../events/find-event.ts'
import type { App } from '../http/app.ts'
import { maxFilterBodyBytes } from '../http/bodies/bodies.ts'
import { refTo } from '../http/schemas.ts'
import type { TriggerDeps } from './deps.ts'

/** POST /api/triggers/preview: the texts of a trigger's actions for an event. */
export function previewRoute(app: App, { store, timezone, publicUrl }: TriggerDeps): void {
  app.addSchema(TriggerPreview)
  app.addSchema(TriggerPreviewRequest)
  app.post(
    '/api/triggers/preview',
    {
      config: { access: 'triggers', allowsReadOnly: true, bodyLimit: maxFilterBodyBytes },
      schema: {
        summary: 'What the actions of a trigger would say about an event',
        description: 'Mails, webhooks, notes and tasks, as they would be sent. Nothing is sent.',
        needsBody: true,
        body: refTo(TriggerPreviewRequest),
        faults: ['not_found', ...storeFaults],
        response: { 200: refTo(TriggerPreview) },
      },
    },
    async request => {
      const { trigger, event_id } = request.body
      const event = await findEventById(request, event_id, store)
      const content = fullContent({ ...trigger, name: trigger.name ?? '', filter: trigger.filter ?? [] })
      const { user } = callerOf(request)
      const context = {
        event,
        trigger: {
          id: 0,
          name: content.name,
          hitsCount: 1,
          owner: { id: user.id, username: user.username, email: '' },
        },
        count: 1,
        key: null,
        idempotencyKey: '0-0-0',
        zone: zoneOf(timezone),
      }
      return { actions: previewActions(content, context, publicUrl) }
    },
  )
}
