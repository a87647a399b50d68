import { DurationField } from '../../../components/forms/DurationField.tsx'
import { triggerEditorTexts as texts } from '../../../texts/triggers/trigger-editor.ts'

interface Props {
  className?: string
  fault: string | undefined
  /** Seconds; NaN while the input is empty. */
  value: number
  onChange: (seconds: number) => void
}

/** The least time between two actions of a kind. */
export function PeriodField({ value, onChange, ...field }: Props) {
  return (
    <DurationField
      {...field}
      label={texts.period}
      hint={texts.periodHint}
      value={Number.isNaN(value) ? null : value}
      required
      onChange={seconds => onChange(seconds ?? Number.NaN)}
    />
  )
}
