import { useEffect, useId, useRef, useState } from 'react'
import { printable } from '../../../charts/printable.ts'
import { type Pill, partOf, pillText } from '../../../filter/typed/pill.ts'
import type { SavedSearch } from '../../../schema/dashboards/saved-search.ts'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import type { FilterPart } from '../../../schema/filter/condition.ts'
import type { Trigger, TriggerContent } from '../../../schema/triggers/trigger.ts'
import { changeTrigger, cloneTrigger, createTrigger, readTrigger, triggersKey } from '../../api/triggers.ts'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { ChangedElsewhereError, OverwriteDialog } from '../../components/dialogs/OverwriteDialog.tsx'
import { changedMembers, hasConflict } from '../../components/forms/changed-members.ts'
import { FormFault } from '../../components/forms/Form.tsx'
import { Switch } from '../../components/forms/Switch.tsx'
import { TextField } from '../../components/forms/TextField.tsx'
import { useForm } from '../../components/forms/use-form.ts'
import { Icon } from '../../components/Icon.tsx'
import { Link } from '../../components/Link.tsx'
import { showToast } from '../../components/toast.tsx'
import { useAction } from '../../components/use-action.ts'
import { usePageTitle } from '../../components/use-page-title.ts'
import { FilterField } from '../../filter-form/FilterField.tsx'
import { filterForm } from '../../filter-form/filter-form.ts'
import { guardNavigation, navigate } from '../../state/location.ts'
import { useLeaveGuard } from '../../state/use-leave-guard.ts'
import { triggerEditorTexts as texts } from '../../texts/triggers/trigger-editor.ts'
import { triggerTexts } from '../../texts/triggers/triggers.ts'
import { triggerAddress } from '../links/triggers-address.ts'
import { ActionsSection } from './actions/ActionsSection.tsx'
import { ConditionSection } from './ConditionSection.tsx'
import { draftOf } from './draft.ts'
import { eventPills } from './event-pills.ts'
import type { SectionProps } from './fields/section-props.ts'
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
  /** The saved search from which the filter of a new trigger was copied. */
  copiedFrom?: SavedSearch | undefined
  /** Called with whether the form has unsaved changes. */
  onDirtyChange?: (isDirty: boolean) => void
}

/** The form of a trigger, with a preview beside it of what the trigger would have done. */
export function TriggerForm({ trigger, draft: initial, event, copiedFrom, onDirtyChange }: Props) {
  // `initial` is a new object in each render; changes are compared with what the form opened with.
  const [original] = useState(initial)
  const [isSaved, setSaved] = useState(false)
  const switchId = useId()
  const element = useRef<HTMLFormElement>(null)
  const form = useForm({
    initial,
    faults: Object.keys(initial),
    send: async draft => {
      if (!trigger) return createTrigger(draft)
      if (hasConflict(original, draft, draftOf(await readTrigger(trigger.id))))
        throw new ChangedElsewhereError()
      return changeTrigger(trigger.id, changedMembers(original, draft))
    },
    reloads: [triggersKey],
    onSent: ({ name }) => {
      setSaved(true)
      showToast(trigger ? texts.saved(name) : texts.created(name))
    },
  })
  const { values: draft, set, fault, error } = form
  const isDirty = !isSaved && Object.keys(changedMembers(original, draft)).length > 0
  useEffect(() => onDirtyChange?.(isDirty), [onDirtyChange, isDirty])
  // In an effect, because until the next render the guard of LeaveDialog stops the navigation.
  useEffect(() => {
    if (isSaved) navigate('/triggers')
  }, [isSaved])
  const { act, isPending } = useAction(triggersKey)
  const copy = (id: number) =>
    act(
      () => cloneTrigger(id),
      clone => {
        navigate(triggerAddress(clone.id))
        return triggerTexts.cloned(clone.name)
      },
    )
  // Scrolls to the fault, which may be far from the button.
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
          <Link className="button quiet small" href="/triggers">
            <Icon name="left" size={13} /> {texts.back}
          </Link>
          <h1 className="one-line">{title}</h1>
          <span className="grow" />
          {isDirty && trigger && <span className="faint wide">{texts.unsaved}</span>}
          {isReadOnly && trigger ? (
            <Button disabled={isPending} onClick={() => copy(trigger.id)}>
              <Icon name="copy" size={14} /> {texts.copy}
            </Button>
          ) : (
            <>
              <Link className="button" href="/triggers">
                {texts.cancel}
              </Link>
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
        <FormFault text={form.generalFault} />
        <div className="trigger-columns">
          <fieldset className="trigger-sections" disabled={isReadOnly} aria-label={title}>
            <section className="trigger-card trigger-name-card card">
              <TextField
                className="grow"
                label={texts.name}
                {...form.text('name')}
                required
                maxLength={255}
                autoComplete="off"
                placeholder={texts.namePlaceholder}
              />
              <div className="trigger-on row gap-8">
                <Switch id={switchId} checked={draft.is_active} onChange={is_active => set({ is_active })} />
                <label htmlFor={switchId}>{texts.active}</label>
              </div>
            </section>
            <FilterSection {...section} event={event} copiedFrom={copiedFrom} />
            <ConditionSection {...section} />
            <ActionsSection {...section} hasSecrets={trigger?.has_snmp_secrets ?? false} />
            <LimitsSection {...section} />
          </fieldset>
          <aside className="trigger-aside">
            <PreviewPanel draft={draft} onCondition={condition => set({ condition })} />
          </aside>
        </div>
      </form>
      {trigger && (
        <OverwriteDialog
          error={error}
          onOverwrite={() =>
            form.sendInstead(() => changeTrigger(trigger.id, changedMembers(original, draft)))
          }
          onClose={form.forget}
        />
      )}
      <LeaveDialog isDirty={isDirty} />
    </>
  )
}

function saveText(isNew: boolean, isPending: boolean): string {
  if (isNew) return isPending ? texts.creating : texts.create
  return isPending ? texts.saving : texts.save
}

/** The filter, with buttons that add and remove conditions for the parts of `event`. */
function FilterSection({
  draft,
  set,
  fault,
  event,
  copiedFrom,
}: SectionProps & Pick<Props, 'event' | 'copiedFrom'>) {
  /** Key of the filter field, which reads `filter` only once: a button of a part re-creates it. */
  const [version, setVersion] = useState(0)
  const toggle = (pill: Pill) => {
    const filter = hasPill(draft.filter, pill)
      ? draft.filter.filter(condition => !hasPill([condition], pill))
      : [...draft.filter, partOf(pill)]
    set({ filter })
    setVersion(version + 1)
  }
  return (
    <section className="trigger-card card" aria-labelledby="trigger-filter">
      <h2 id="trigger-filter">{texts.filterTitle}</h2>
      {event && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend inside the box
        <div className="trigger-parts wrap-row gap-6" role="group" aria-label={texts.fromEvent}>
          <span className="faint">{texts.fromEvent}</span>
          {[...eventPills(event)].map(([part, pill]) => (
            <Button
              key={part}
              className="small"
              aria-pressed={hasPill(draft.filter, pill)}
              onClick={() => toggle(pill)}
            >
              {texts.fromEventParts[part]}
            </Button>
          ))}
        </div>
      )}
      <FilterField
        key={version}
        filter={draft.filter}
        fault={fault('filter')}
        copiedFrom={copiedFrom}
        // The filter editor creates conditions.
        onChange={filter => set({ filter: (filter ?? []) as FilterPart[] })}
      />
      <p className="field-hint">{texts.filterHint}</p>
    </section>
  )
}

function hasPill(filter: readonly FilterPart[], pill: Pill): boolean {
  return filterForm(filter).pills.some(other => pillText(other) === pillText(pill))
}

const leaveTexts = texts.leave

/** A dialog that asks before the user leaves the trigger editor with unsaved changes. */
function LeaveDialog({ isDirty }: { isDirty: boolean }) {
  const [target, stay] = useLeaveGuard(isDirty)
  if (target === undefined || !isDirty) return null
  return (
    <ConfirmDialog
      title={leaveTexts.title}
      confirmLabel={leaveTexts.leave}
      cancelLabel={leaveTexts.stay}
      onConfirm={() => {
        // Replaces the guard of useLeaveGuard, which would stop this navigation too.
        guardNavigation(() => true)
        navigate(target)
      }}
      onClose={stay}
    >
      {leaveTexts.text}
    </ConfirmDialog>
  )
}
