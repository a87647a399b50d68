import { useEffect, useState } from 'react'
import { printable } from '../../../charts/printable.ts'
import { minuteText } from '../../../charts/time-text.ts'
import type { FilterPart } from '../../../schema/filter/condition.ts'
import { type Silence, SilenceDraft } from '../../../schema/triggers/silence.ts'
import type { Trigger } from '../../../schema/triggers/trigger.ts'
import { changeSilence, createSilence } from '../../api/silences.ts'
import { readTriggers, triggersKey } from '../../api/triggers.ts'
import { Button } from '../../components/Button.tsx'
import { FormDialog } from '../../components/dialogs/FormDialog.tsx'
import { Check } from '../../components/forms/Check.tsx'
import { changedMembers } from '../../components/forms/changed-members.ts'
import { SelectField } from '../../components/forms/SelectField.tsx'
import { TextField } from '../../components/forms/TextField.tsx'
import { useForm } from '../../components/forms/use-form.ts'
import { showToast } from '../../components/toast.tsx'
import { useDebounced } from '../../components/use-debounced.ts'
import { FilterField } from '../../filter-form/FilterField.tsx'
import { useZone } from '../../state/preferences.ts'
import { useRead } from '../../state/use-read.ts'
import { silenceTexts as texts } from '../../texts/notifications.ts'
import { readTimeInput, timeInput } from '../../time/time-input.ts'
import { silenceLengths } from './silence-lengths.ts'
import { silencesKey } from './use-silence-trigger.ts'
import './silences.css'

interface Props {
  /** The silence to change; absent: a new one. */
  silence?: Silence
  /** Triggers that can always be chosen. A new silence starts with them; empty: it silences all triggers. */
  triggers: readonly Pick<Trigger, 'id' | 'name'>[]
  onClose: () => void
}

const defaultLengthSeconds = 3_600

/** The form for a new or an existing silence. */
export function SilenceDialog({ silence, triggers, onClose }: Props) {
  const zone = useZone()
  const form = useForm({
    shape: SilenceDraft,
    initial: () => {
      const draft = draftOf(silence, triggers)
      // `isLimited`: the silence is for the chosen triggers only. An empty list in the API means all
      // triggers.
      return { ...draft, isLimited: draft.trigger_ids.length > 0 }
    },
    send: ({ isLimited, ...draft }) => {
      const sent = { ...draft, trigger_ids: isLimited ? draft.trigger_ids : [] }
      return silence
        ? changeSilence(silence.id, changedMembers(draftOf(silence, []), sent))
        : createSilence(sent)
    },
    reloads: [silencesKey],
    onSent: saved => {
      showToast(silence ? texts.saved : texts.made(saved.name, minuteText(saved.ends_at, zone)))
      onClose()
    },
  })
  const { values: draft, set } = form
  const saveLabel = silence ? texts.save : texts.saveNew
  return (
    <FormDialog
      title={silence ? texts.dialogEdit : texts.dialogNew}
      width={680}
      isGrid
      form={form}
      action={form.isSending ? texts.saving : saveLabel}
      isReady={!(draft.isLimited && draft.trigger_ids.length === 0)}
      onClose={onClose}
    >
      <TextField
        className="whole"
        {...form.field('name')}
        autoComplete="off"
        placeholder={texts.namePlaceholder}
      />
      <TextField
        label={texts.from}
        hint={texts.zone(zone)}
        fault={form.fault('starts_at')}
        type="datetime-local"
        required
        value={timeInput(draft.starts_at, zone)}
        onChange={text => set({ starts_at: readTimeInput(text, zone) ?? draft.starts_at })}
      />
      <div>
        <TextField
          label={texts.to}
          fault={form.fault('ends_at')}
          type="datetime-local"
          required
          value={timeInput(draft.ends_at, zone)}
          onChange={text => set({ ends_at: readTimeInput(text, zone) ?? draft.ends_at })}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend inside the box */}
        <div className="silence-lengths wrap-row gap-4" role="group" aria-label={texts.quick}>
          {silenceLengths.map(({ name, seconds }) => (
            <Button
              key={name}
              className="small"
              aria-pressed={draft.ends_at - draft.starts_at === seconds}
              onClick={() => set({ ends_at: draft.starts_at + seconds })}
            >
              {texts.forLengths[name]}
            </Button>
          ))}
        </div>
      </div>
      <SelectField
        className="whole"
        label={texts.which}
        fault={form.fault('trigger_ids')}
        value={draft.isLimited ? 'some' : 'all'}
        options={[
          { value: 'all', text: texts.whichAll },
          { value: 'some', text: texts.whichSome },
        ]}
        onChange={value => set({ isLimited: value === 'some' })}
      />
      {draft.isLimited && (
        <TriggerChoice
          known={triggers}
          chosen={draft.trigger_ids}
          onChange={trigger_ids => set({ trigger_ids })}
        />
      )}
      <div className="whole">
        <FilterField
          filter={draft.filter}
          fault={form.fault('filter')}
          // Holds because the filter editor creates conditions.
          onChange={filter => set({ filter: (filter ?? []) as FilterPart[] })}
        />
        <p className="field-hint">{texts.filter}</p>
      </div>
      <TextField className="whole" {...form.field('comment')} autoComplete="off" />
    </FormDialog>
  )
}

/** The content of a silence, or of a new one that starts now. */
function draftOf(silence: Silence | undefined, triggers: Props['triggers']): Required<SilenceDraft> {
  // The inputs show whole minutes.
  const now = Math.floor(Date.now() / 60_000) * 60
  return {
    name: silence?.name ?? triggers[0]?.name ?? '',
    comment: silence?.comment ?? '',
    filter: silence?.filter ?? [],
    trigger_ids: silence?.trigger_ids ?? triggers.map(({ id }) => id),
    starts_at: silence?.starts_at ?? now,
    ends_at: silence?.ends_at ?? now + defaultLengthSeconds,
  }
}

interface TriggerChoiceProps {
  /** Triggers that are always listed, also if the search does not find them. */
  known: readonly Pick<Trigger, 'id' | 'name'>[]
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

const maxListed = 100
const debounceMs = 200

/** Choice of triggers that the user may change, found by a part of their names. */
function TriggerChoice({ known, chosen, onChange }: TriggerChoiceProps) {
  const [typed, setTyped] = useState('')
  /** All names read so far, by id: a later search may not find a chosen trigger. */
  const [names, setNames] = useState(() => new Map(known.map(({ id, name }) => [id, name])))
  const text = useDebounced(typed.trim(), debounceMs)
  const { data, isStale } = useRead(
    [triggersKey, 'choice', text],
    signal => readTriggers({ text, ordering: 'name', pageSize: maxListed }, signal),
    { keepsPrevious: true },
  )
  useEffect(() => {
    const found = data?.objects.map(({ id, name }) => [id, name] as const) ?? []
    setNames(before => new Map([...before, ...found]))
  }, [data])
  const listed = data?.objects.filter(({ read_only }) => !read_only) ?? []
  const isListed = (id: number) => listed.some(other => other.id === id)
  const unlisted = [...new Set([...known.map(({ id }) => id), ...chosen])]
    .filter(id => !isListed(id))
    .map(id => ({ id, name: names.get(id) ?? texts.trigger(id) }))
  const notShown = (data?.item_count ?? 0) - (data?.objects.length ?? 0)
  return (
    <div className="whole">
      <TextField label={texts.find} type="search" autoComplete="off" value={typed} onChange={setTyped} />
      <fieldset className="silence-triggers" aria-label={texts.which}>
        {[...unlisted, ...listed].map(({ id, name }) => (
          <Check
            key={id}
            isOn={chosen.includes(id)}
            onChange={isOn => onChange(isOn ? [...chosen, id] : chosen.filter(other => other !== id))}
          >
            {printable(name)}
          </Check>
        ))}
        {data && !isStale && listed.length === 0 && unlisted.length === 0 && (
          <p className="faint">{texts.noTriggers}</p>
        )}
        {notShown > 0 && <p className="faint">{texts.moreTriggers(notShown)}</p>}
      </fieldset>
    </div>
  )
}
