import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { printable } from '../../../charts/printable.ts'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import type { Trigger, TriggerContent } from '../../../schema/triggers/trigger.ts'
import { changeTrigger, cloneTrigger, createTrigger, triggersKey } from '../../api/triggers.ts'
import { Button } from '../../components/Button.tsx'
import { FormFault } from '../../components/forms/FormFault.tsx'
import { Switch } from '../../components/forms/Switch.tsx'
import { TextField } from '../../components/forms/TextField.tsx'
import { useForm } from '../../components/forms/use-form.ts'
import { Icon } from '../../components/Icon.tsx'
import { showToast } from '../../components/toast.tsx'
import { useAction } from '../../components/use-action.ts'
import { usePageTitle } from '../../components/use-page-title.ts'
import { followLink, navigate } from '../../state/location.ts'
import { triggerEditorTexts as texts } from '../../texts/triggers/trigger-editor.ts'
import { triggerTexts } from '../../texts/triggers/triggers.ts'
import { triggerAddress } from '../links/triggers-address.ts'
import { ActionsSection } from './actions/ActionsSection.tsx'
import { ConditionSection } from './ConditionSection.tsx'
import { changesOf } from './draft.ts'
import { FilterSection } from './FilterSection.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { LimitsSection } from './LimitsSection.tsx'
import { PreviewPanel } from './preview/PreviewPanel.tsx'
import './trigger-editor.css'

interface Props {
  /** Undefined: a new trigger. */
  trigger: Trigger | undefined
  /** Initial content of the form. */
  draft: TriggerContent
  /** The event that a new trigger is for. */
  event?: EventRecord | undefined
}

/** The form of a trigger, with the matches of its filter beside it. */
export function TriggerForm({ trigger, draft: before, event }: Props) {
  const client = useQueryClient()
  const [first] = useState(before)
  const [isSaved, setSaved] = useState(false)
  const switchId = useId()
  const element = useRef<HTMLFormElement>(null)
  const form = useForm({
    initial: before,
    faults: Object.keys(before),
    send: draft => (trigger ? changeTrigger(trigger.id, changesOf(first, draft)) : createTrigger(draft)),
    onSent: ({ name }) => {
      setSaved(true)
      void client.invalidateQueries({ queryKey: [triggersKey] })
      showToast(trigger ? texts.saved(name) : texts.created(name))
    },
  })
  const { values: draft, set, fault, error } = form
  const isDirty = !isSaved && Object.keys(changesOf(first, draft)).length > 0
  // After the guard against leaving was removed.
  useEffect(() => {
    if (isSaved) navigate('/triggers')
  }, [isSaved])
  const { act, isPending } = useAction(triggersKey)
  const copy = (id: number) =>
    act(
      () => cloneTrigger(id),
      made => {
        navigate(triggerAddress(made.id))
        return triggerTexts.cloned(made.name)
      },
    )
  // A fault may be far from the button.
  useEffect(() => {
    if (error === null) return
    element.current?.querySelector('.field-hint.bad, .complaint')?.scrollIntoView({ block: 'center' })
  }, [error])
  const isReadOnly = trigger?.read_only === true
  const title = trigger ? printable(trigger.name) : texts.newTitle
  usePageTitle(title)
  const section = { draft, set, fault }

  return (
    <>
      <form ref={element} onSubmit={form.submit}>
        <header className="page-bar trigger-bar">
          <a className="button quiet small" href="/triggers" onClick={followLink}>
            <Icon name="left" size={13} /> {texts.back}
          </a>
          <h1>{title}</h1>
          <span className="grow" />
          {isDirty && trigger && <span className="faint wide">{texts.unsaved}</span>}
          {isReadOnly && trigger ? (
            <Button disabled={isPending} onClick={() => copy(trigger.id)}>
              <Icon name="copy" size={14} /> {texts.copy}
            </Button>
          ) : (
            <>
              <a className="button" href="/triggers" onClick={followLink}>
                {texts.cancel}
              </a>
              <Button
                type="submit"
                className="primary"
                disabled={form.isSending || (trigger !== undefined && !isDirty)}
              >
                {saveText(trigger === undefined, form.isSending)}
              </Button>
            </>
          )}
        </header>
        {isReadOnly && (
          <p className="trigger-note">
            {texts.readOnly(printable(trigger.owner.fullname || trigger.owner.username))}
          </p>
        )}
        <FormFault text={form.rest} />
        <div className="trigger-columns">
          <fieldset className="trigger-sections" disabled={isReadOnly} aria-label={title}>
            <section className="trigger-card trigger-name-card card">
              <TextField
                label={texts.name}
                {...form.text('name')}
                required
                maxLength={255}
                autoComplete="off"
                placeholder={texts.namePlaceholder}
              />
              <div className="trigger-on">
                <Switch id={switchId} checked={draft.is_active} onChange={is_active => set({ is_active })} />
                <label htmlFor={switchId}>{texts.active}</label>
              </div>
            </section>
            <FilterSection {...section} event={event} />
            <ConditionSection {...section} />
            <ActionsSection {...section} hasSecrets={trigger?.has_snmp_secrets ?? false} />
            <LimitsSection {...section} />
          </fieldset>
          <aside className="trigger-aside">
            <PreviewPanel draft={draft} />
          </aside>
        </div>
      </form>
      <LeaveDialog isDirty={isDirty} />
    </>
  )
}

function saveText(isNew: boolean, isPending: boolean): string {
  if (isNew) return isPending ? texts.creating : texts.create
  return isPending ? texts.saving : texts.save
}
