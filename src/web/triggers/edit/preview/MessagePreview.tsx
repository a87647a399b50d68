import { useState } from 'react'
import { printable } from '../../../../charts/printable.ts'
import { clockText } from '../../../../charts/time-text.ts'
import type { EventRecord } from '../../../../schema/event/event-record.ts'
import { isObject } from '../../../../schema/text/json-object.ts'
import type { TriggerContent } from '../../../../schema/triggers/trigger.ts'
import { errorText } from '../../../api/http/api-error.ts'
import { parseJson } from '../../../api/http/request.ts'
import { previewTrigger, triggersKey } from '../../../api/triggers.ts'
import { SelectField } from '../../../components/forms/SelectField.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { useZone } from '../../../state/preferences.ts'
import { useRead } from '../../../state/use-read.ts'
import { triggerEditorTexts as texts } from '../../../texts/triggers/trigger-editor.ts'
import { triggerTexts } from '../../../texts/triggers/triggers.ts'
import { actionIcons } from '../../list/ActionIcons.tsx'

interface Props {
  draft: TriggerContent
  /** Matching events, newest first. */
  events: readonly EventRecord[]
}

/** The text of mails, webhooks, notes and tasks for one of the matching events. */
export function MessagePreview({ draft, events }: Props) {
  const zone = useZone()
  const [chosen, setChosen] = useState<string>()
  const eventId = events.find(({ _id }) => _id === chosen)?._id ?? events[0]?._id
  const hasMessage = draft.send_email || draft.send_webhook || draft.add_note || draft.create_task
  const { data, error, isStale } = useRead(
    [triggersKey, 'preview', draft, eventId],
    signal => previewTrigger(draft, eventId ?? '', signal),
    {
      enabled: hasMessage && eventId !== undefined,
      keepsPrevious: true,
      retry: false,
      refetchOnWindowFocus: false,
    },
  )
  if (!hasMessage) return null
  return (
    <section className="trigger-card trigger-messages card" aria-labelledby="trigger-messages">
      <h2 id="trigger-messages">{texts.messages}</h2>
      {eventId === undefined ? (
        <p className="soft">{texts.messagesNone}</p>
      ) : (
        <SelectField
          label={texts.messagesOf}
          value={eventId}
          options={events.map(({ _id, last_occurrence, host }) => ({
            value: _id,
            text: texts.messageEvent(clockText(last_occurrence, zone), printable(host)),
          }))}
          onChange={setChosen}
        />
      )}
      {error !== undefined && (
        <p className="field-hint bad" role="alert">
          {texts.messagesFailed(errorText(error))}
        </p>
      )}
      {eventId !== undefined &&
        data?.actions.map(({ kind, head, text, fault }) => (
          <div key={kind} className={isStale ? 'trigger-message stale' : 'trigger-message'}>
            <h3>
              <Icon name={actionIcons[kind]} size={14} /> {triggerTexts.actionNames[kind]}
            </h3>
            {fault !== null && <p className="field-hint bad">{printable(fault)}</p>}
            {head !== '' && <p className="trigger-message-head strong-text breaks">{printable(head)}</p>}
            {text !== '' && (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
              <pre className="trigger-message-text output mono" tabIndex={0}>
                {shownText(text)}
              </pre>
            )}
          </div>
        ))}
    </section>
  )
}

/** JSON is shown with one line per member. */
function shownText(text: string): string {
  const value = parseJson(text)
  return printable(isObject(value) ? JSON.stringify(value, null, 2) : text, true)
}
