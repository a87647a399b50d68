import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Condition } from '../../../schema/filter/condition.ts'
import type { Silence, SilenceDraft } from '../../../schema/triggers/silence.ts'
import type { Trigger } from '../../../schema/triggers/trigger.ts'
import { changeSilence, createSilence } from '../../api/silences.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/dialogs/Dialog.tsx'
import { FormFault } from '../../components/forms/FormFault.tsx'
import { formError } from '../../components/forms/form-error.ts'
import { SelectField } from '../../components/forms/SelectField.tsx'
import { TextField } from '../../components/forms/TextField.tsx'
import { showToast } from '../../components/toast.tsx'
import { useZone } from '../../state/preferences.ts'
import { dueInput, readDueInput } from '../../tasks/due-time.ts'
import { silenceTexts as texts } from '../../texts/notifications.ts'
import { FilterField } from '../../widgets/edit/FilterField.tsx'
import { silenceLengths } from './silence-lengths.ts'
import { TriggerChoice } from './TriggerChoice.tsx'
import { silencesKey } from './use-silence-trigger.ts'
import './silences.css'

interface Props {
  /** An existing silence. */
  silence?: Silence
  /** The triggers of a new silence; none: all. */
  triggers: readonly Pick<Trigger, 'id' | 'name'>[]
  onClose: () => void
}

const fields = ['name', 'comment', 'starts_at', 'ends_at', 'filter', 'trigger_ids']
const defaultSeconds = 3_600

/** The form of a silence. */
export function SilenceDialog({ silence, triggers, onClose }: Props) {
  const client = useQueryClient()
  const zone = useZone()
  const [draft, setDraft] = useState<Required<SilenceDraft>>(() => draftOf(silence, triggers))
  const [isSome, setIsSome] = useState(draft.trigger_ids.length > 0)
  const set = (change: Partial<SilenceDraft>) => setDraft(before => ({ ...before, ...change }))
  const save = useMutation({
    mutationFn: () => {
      const sent = { ...draft, trigger_ids: isSome ? draft.trigger_ids : [] }
      return silence ? changeSilence(silence.id, sent) : createSilence(sent)
    },
    onSuccess: made => {
      void client.invalidateQueries({ queryKey: [silencesKey] })
      showToast(silence ? texts.saved : texts.made(made.name, dueInput(made.ends_at, zone).replace('T', ' ')))
      onClose()
    },
  })
  const error = formError(save.error, fields)
  return (
    <Dialog title={silence ? texts.dialogEdit : texts.dialogNew} onClose={onClose} className="silence-dialog">
      <form
        className="form-grid"
        onSubmit={event => {
          event.preventDefault()
          if (!save.isPending) save.mutate()
        }}
      >
        <FormFault text={error.rest} />
        <TextField
          className="whole"
          label={texts.name}
          fault={error.of('name')}
          required
          maxLength={255}
          autoComplete="off"
          placeholder={texts.namePlaceholder}
          value={draft.name}
          onChange={name => set({ name })}
        />
        <TextField
          label={texts.from}
          hint={texts.zone(zone)}
          fault={error.of('starts_at')}
          type="datetime-local"
          required
          value={dueInput(draft.starts_at, zone)}
          onChange={text => set({ starts_at: readDueInput(text, zone) ?? draft.starts_at })}
        />
        <div>
          <TextField
            label={texts.to}
            fault={error.of('ends_at')}
            type="datetime-local"
            required
            value={dueInput(draft.ends_at, zone)}
            onChange={text => set({ ends_at: readDueInput(text, zone) ?? draft.ends_at })}
          />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend inside the box */}
          <div className="silence-lengths" role="group" aria-label={texts.quick}>
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
          fault={error.of('trigger_ids')}
          value={isSome ? 'some' : 'all'}
          options={[
            { value: 'all', text: texts.whichAll },
            { value: 'some', text: texts.whichSome },
          ]}
          onChange={value => setIsSome(value === 'some')}
        />
        {isSome && (
          <TriggerChoice
            known={triggers}
            chosen={draft.trigger_ids}
            onChange={trigger_ids => set({ trigger_ids })}
          />
        )}
        <div className="whole silence-filter">
          <FilterField
            filter={draft.filter}
            fault={error.of('filter')}
            // The filter editor creates conditions.
            onChange={filter => set({ filter: (filter ?? []) as Condition[] })}
          />
          <p className="field-hint">{texts.filter}</p>
        </div>
        <TextField
          className="whole"
          label={texts.comment}
          fault={error.of('comment')}
          maxLength={10_000}
          autoComplete="off"
          value={draft.comment}
          onChange={comment => set({ comment })}
        />
        <div className="form-actions whole">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button
            type="submit"
            className="primary"
            disabled={save.isPending || (isSome && draft.trigger_ids.length === 0)}
          >
            {save.isPending ? texts.saving : silence ? texts.save : texts.saveNew}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function draftOf(silence: Silence | undefined, triggers: Props['triggers']): Required<SilenceDraft> {
  // Whole minutes, as the inputs show.
  const now = Math.floor(Date.now() / 60_000) * 60
  return {
    name: silence?.name ?? triggers[0]?.name ?? '',
    comment: silence?.comment ?? '',
    filter: silence?.filter ?? [],
    trigger_ids: silence?.trigger_ids ?? triggers.map(({ id }) => id),
    starts_at: silence?.starts_at ?? now,
    ends_at: silence?.ends_at ?? now + defaultSeconds,
  }
}
