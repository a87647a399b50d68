import type { FilterPart } from '../../schema/filter/condition.ts'
import { type Forwarder, ForwarderDraft } from '../../schema/forwarding/forwarder.ts'
import { targetKinds } from '../../schema/forwarding/targets.ts'
import { changeForwarder, createForwarder } from '../api/forwarders.ts'
import { FormDialog } from '../components/dialogs/FormDialog.tsx'
import { Check } from '../components/forms/Check.tsx'
import { changedMembers } from '../components/forms/changed-members.ts'
import { DurationField } from '../components/forms/DurationField.tsx'
import { SelectField } from '../components/forms/SelectField.tsx'
import { TextArea } from '../components/forms/TextArea.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { useForm } from '../components/forms/use-form.ts'
import { showToast } from '../components/toast.tsx'
import { FilterField } from '../filter-form/FilterField.tsx'
import { forwarderTexts } from '../texts/settings/forwarders.ts'
import { draftOf, formOf } from './forwarder-form.ts'
import { rulesFault } from './rules-text.ts'
import { TargetFields } from './TargetFields.tsx'
import { targetPaths } from './target-settings.ts'
import { forwardersKey } from './use-forwarders.ts'

const { form: texts } = forwarderTexts

interface Props {
  /** The forwarder to change; absent: a new one. */
  forwarder?: Forwarder
  onClose: () => void
}

const ownFields = ['name', 'filter', 'window_size', 'rate_limit', 'max_age', 'max_waiting_mb', 'rules']
/** Members that show the errors of the service about them. */
const fieldsWithErrors = [...ownFields, ...targetPaths]

/** The form for a new or an existing forwarder. */
export function ForwarderDialog({ forwarder, onClose }: Props) {
  const form = useForm({
    shape: ForwarderDraft,
    initial: () => formOf(forwarder),
    faults: fieldsWithErrors,
    send: async values => {
      const draft = draftOf(values)
      if (!forwarder) return await createForwarder(draft)
      return await changeForwarder(forwarder.id, changedMembers(draftOf(formOf(forwarder)), draft))
    },
    reloads: [forwardersKey],
    onSent: ({ name }) => {
      showToast(forwarder ? texts.saved(name) : texts.created(name))
      onClose()
    },
  })
  const { values, set } = form
  const saveLabel = forwarder ? texts.save : texts.create
  return (
    <FormDialog
      title={forwarder ? texts.edit : texts.new}
      isGrid
      form={form}
      action={form.isSending ? texts.saving : saveLabel}
      onClose={onClose}
    >
      <TextField {...form.field('name')} autoComplete="off" />
      <SelectField
        label={texts.kind}
        value={values.kind}
        options={targetKinds.map(kind => ({ value: kind, text: texts.kinds[kind] }))}
        onChange={chosen => set({ kind: targetKinds.find(kind => kind === chosen) ?? values.kind })}
      />
      <TargetFields
        kind={values.kind}
        settings={values.settings[values.kind]}
        stored={forwarder?.secrets ?? []}
        removed={values.removed}
        fault={form.fault}
        onChange={settings => set({ settings: { ...values.settings, [values.kind]: settings } })}
        onRemove={removed => set({ removed })}
      />
      <div className="whole">
        <FilterField
          filter={values.filter}
          fault={form.fault('filter')}
          // Holds because the filter editor creates conditions.
          onChange={filter => set({ filter: (filter ?? []) as FilterPart[] })}
        />
        <p className="field-hint">{texts.filterHint}</p>
      </div>
      <DurationField
        label={texts.window}
        hint={texts.windowHint}
        fault={form.fault('window_size')}
        value={values.window_size}
        onChange={window_size => set({ window_size })}
      />
      <Check isOn={values.fast_forward_first} onChange={isOn => set({ fast_forward_first: isOn })}>
        {texts.first}
      </Check>
      <TextField
        label={texts.rate}
        hint={texts.rateHint}
        type="number"
        min={1}
        {...form.text('rate_limit')}
      />
      <DurationField
        label={texts.maxAge}
        hint={texts.maxAgeHint}
        fault={form.fault('max_age')}
        value={values.max_age}
        min={60}
        onChange={max_age => set({ max_age })}
      />
      <TextField
        label={texts.maxWaiting}
        hint={texts.maxWaitingHint}
        type="number"
        min={1}
        {...form.text('max_waiting_mb')}
      />
      <TextArea
        className="whole"
        inputClass="mono"
        label={texts.rules}
        hint={texts.rulesHint}
        rows={4}
        spellCheck={false}
        {...form.text('rules')}
        fault={rulesFault(form.error)}
      />
    </FormDialog>
  )
}
