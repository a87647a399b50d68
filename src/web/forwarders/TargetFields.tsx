import { type TargetKind, targets } from '../../schema/forwarding/targets.ts'
import { Check } from '../components/forms/Check.tsx'
import { MoreFields } from '../components/forms/MoreFields.tsx'
import { SelectField } from '../components/forms/SelectField.tsx'
import { inputAttributes, memberShape } from '../components/forms/shape-field.ts'
import { TextArea } from '../components/forms/TextArea.tsx'
import { TextField } from '../components/forms/TextField.tsx'
import { forwarderTexts } from '../texts/settings/forwarders.ts'
import { isSecret, type Settings, shownFields, usesMore } from './target-settings.ts'

const { form: texts } = forwarderTexts
const hints: Readonly<Record<string, string>> = texts.hints
const options: Readonly<Record<string, string>> = texts.options
const placeholders: Readonly<Record<string, string>> = {
  'syslog.host': 'logs.example.com',
  'http.url': 'https://logs.example.com/events',
  'splunk_hec.url': 'https://splunk.example.com:8088',
  'elasticsearch.url': 'https://elasticsearch.example.com:9200',
  'loki.url': 'https://loki.example.com:3100',
  'otlp.url': 'https://collector.example.com:4318',
  'kafka.brokers': 'kafka-1.example.com:9092, kafka-2.example.com:9092',
  'file.name': 'siem.json',
  'gelf.host': 'graylog.example.com',
  'millrace.url': 'https://millrace.example.com',
  'snmp.host': 'nms.example.com',
  'snmp.oid_map': 'message=1.3.6.1.4.1.8072.9999.9999.1',
}
/** Members whose text has several lines. */
const areaMembers: readonly string[] = ['ca', 'certificate', 'key', 'oid_map']
/** Members whose input is as wide as the form. */
const wholeMembers: readonly string[] = [...areaMembers, 'url', 'fields', 'authorization', 'brokers']

interface Props {
  kind: TargetKind
  settings: Settings
  /** Names of the secrets that the service has stored. */
  stored: readonly string[]
  /** Names of stored secrets to remove. */
  removed: readonly string[]
  fault: (path: string) => string | undefined
  onChange: (settings: Settings) => void
  onRemove: (removed: string[]) => void
}

/** The fields of a kind of destination, with its less usual fields hidden at first. */
export function TargetFields(props: Props) {
  const { kind, settings, fault } = props
  const fields = shownFields(kind, settings)
  const more = fields.filter(({ isMore }) => isMore)
  const hasHiddenFault = more.some(({ member }) => fault(`${kind}.${member}`) !== undefined)
  return (
    <>
      {fields
        .filter(({ isMore }) => !isMore)
        .map(({ member }) => (
          <TargetField key={`${kind}.${member}`} {...props} member={member} />
        ))}
      {more.length > 0 && (
        <MoreFields key={kind} isOpen={hasHiddenFault || usesMore(kind, settings)}>
          {more.map(({ member }) => (
            <TargetField key={member} {...props} member={member} />
          ))}
        </MoreFields>
      )}
    </>
  )
}

/**
 * The field of one member. Its schema decides which control it has. Below the empty input of a stored secret
 * is a checkbox that removes the secret.
 */
function TargetField({ member, ...props }: Props & { member: string }) {
  const { kind, settings, stored, removed, onChange, onRemove } = props
  const path = `${kind}.${member}`
  const { label, ...attributes } = inputAttributes(targets[kind], member)
  const shape = memberShape(targets[kind], member)
  const value = settings[member]
  const set = (value: string | boolean) => onChange({ ...settings, [member]: value })
  if (typeof value === 'boolean')
    return (
      <Check spansColumns isOn={value} onChange={set}>
        {label}
      </Check>
    )
  const field = {
    label,
    hint: hints[path],
    fault: props.fault(path),
    value: value ?? '',
    onChange: set,
    ...(wholeMembers.includes(member) && { className: 'whole' }),
  }
  if (shape.enum)
    return (
      <SelectField
        {...field}
        options={shape.enum.map(String).map(value => ({ value, text: options[value] ?? value }))}
      />
    )
  const isStored = isSecret(kind, member) && stored.includes(member)
  const input = {
    ...attributes,
    ...field,
    ...(isStored && { hint: texts.storedHint }),
    placeholder: isStored ? texts.stored : placeholders[path],
    spellCheck: false,
  }
  const { type: _, ...area } = input
  const control = areaMembers.includes(member) ? (
    <TextArea {...area} inputClass="mono" rows={3} autoComplete="off" />
  ) : (
    <TextField
      {...input}
      {...(isSecret(kind, member) && { type: 'password' })}
      autoComplete={isSecret(kind, member) ? 'new-password' : 'off'}
    />
  )
  if (!isStored || value !== '') return control
  return (
    <>
      {control}
      <Check
        spansColumns
        isOn={removed.includes(member)}
        onChange={isOn => onRemove(isOn ? [...removed, member] : removed.filter(other => other !== member))}
      >
        {texts.remove(label)}
      </Check>
    </>
  )
}
