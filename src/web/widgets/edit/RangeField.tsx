import { isObject } from '../../../schema/text/json-object.ts'
import { defaultRange, isPreset, type Range, timeRangeOf } from '../../../time/range.ts'
import { SelectField } from '../../components/forms/SelectField.tsx'
import { TextField } from '../../components/forms/TextField.tsx'
import { useZone } from '../../state/preferences.ts'
import { widgetEditorTexts as texts } from '../../texts/dashboards/widget-editor.ts'
import { TimePicker } from '../../time/TimePicker.tsx'
import { withMember } from './draft.ts'

interface Props {
  value: unknown
  fault: string | undefined
  onChange: (value: unknown) => void
}

/** The time range of a widget: its dashboard's, or its own. */
export function RangeField({ value, fault, onChange }: Props) {
  const zone = useZone()
  const own = isObject(value) && Object.keys(value).length > 0 ? value : undefined
  const step = own && typeof own.step === 'number' ? own.step : undefined
  return (
    <div className="widget-range-field">
      <SelectField
        label={texts.rangeSource}
        fault={fault}
        value={own ? 'own' : 'dashboard'}
        options={[
          { value: 'dashboard', text: texts.asDashboard },
          { value: 'own', text: texts.ownRange },
        ]}
        onChange={chosen => onChange(chosen === 'own' ? timeRangeOf(defaultRange, zone) : undefined)}
      />
      {own && (
        <>
          <TimePicker range={rangeOf(own)} onChange={range => onChange(timeRangeOf(range, zone))} />
          <TextField
            label={texts.step}
            hint={texts.stepHint}
            type="number"
            min={1}
            value={step === undefined ? '' : String(step)}
            onChange={text => onChange(withMember(own, 'step', text === '' ? undefined : Number(text)))}
          />
        </>
      )}
    </div>
  )
}

function rangeOf({ preset, ts_from, ts_to }: Readonly<Record<string, unknown>>): Range {
  if (typeof preset === 'string' && isPreset(preset)) return { preset }
  return typeof ts_from === 'number' && typeof ts_to === 'number' && ts_from > 0 && ts_to > ts_from
    ? { from: ts_from, to: ts_to }
    : defaultRange
}
