import { FormDialog } from '../../components/dialogs/FormDialog.tsx'
import { Check } from '../../components/forms/Check.tsx'
import { TextField } from '../../components/forms/TextField.tsx'
import { useForm } from '../../components/forms/use-form.ts'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import type { PlacedGroup } from '../draft/groups.ts'

const { groups: texts } = dashboardTexts

interface Props {
  /** Undefined: a new group. */
  group: PlacedGroup | undefined
  onApply: (title: string, isFolded: boolean) => void
  onClose: () => void
}

/** Asks for the title of a group of rows, and whether it is folded at first. */
export function GroupDialog({ group, onApply, onClose }: Props) {
  const form = useForm({
    initial: { title: group?.title ?? '', isFolded: group?.folded === true },
    faults: [],
    // The builder keeps the change until it is saved.
    send: async values => values,
    onSent: ({ title, isFolded }) => onApply(title.trim(), isFolded),
  })
  const { title, isFolded } = form.values
  return (
    <FormDialog
      title={group ? texts.edit : texts.add}
      className="confirm"
      width={460}
      form={form}
      action={texts.apply}
      isReady={title.trim() !== ''}
      onClose={onClose}
    >
      <TextField
        label={texts.title}
        value={title}
        maxLength={200}
        required
        autoFocus
        onChange={title => form.set({ title })}
      />
      <Check isOn={isFolded} onChange={isFolded => form.set({ isFolded })}>
        {texts.foldedAtFirst}
      </Check>
    </FormDialog>
  )
}
