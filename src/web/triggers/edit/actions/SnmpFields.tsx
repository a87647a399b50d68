import { SnmpTarget, snmpSecrets } from '../../../../schema/triggers/trigger-parts.ts'
import { SelectField } from '../../../components/forms/SelectField.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import { triggerEditorTexts as texts } from '../../../texts/triggers/trigger-editor.ts'
import type { SectionProps } from '../fields/section-props.ts'

type Member = keyof typeof SnmpTarget.properties
/** The members of a target that only one SNMP version has. */
const membersOfVersion: Record<SnmpTarget['version'], readonly Member[]> = {
  v2c: ['community'],
  v3: ['user', 'auth_protocol', 'auth_password', 'priv_protocol', 'priv_password'],
}
const secrets: readonly Member[] = snmpSecrets

interface Props extends SectionProps {
  /** The service has stored secrets, which it never shows. */
  hasSecrets: boolean
}

/** The destination of a trap. Labels and choices come from the schema. */
export function SnmpFields({ draft, set, fault, hasSecrets }: Props) {
  const { snmp } = draft
  const change = (members: Partial<SnmpTarget>) => snmp && set({ snmp: { ...snmp, ...members } })
  return (
    <>
      <SelectField
        className="whole"
        label={texts.snmpTarget}
        fault={fault('snmp')}
        value={snmp ? 'own' : 'settings'}
        options={(['settings', 'own'] as const).map(value => ({ value, text: texts.snmpTargets[value] }))}
        onChange={value => set({ snmp: value === 'own' ? { host: '', version: 'v2c' } : null })}
      />
      {snmp && (
        <>
          <TextField label={titleOf('host')} required value={snmp.host} onChange={host => change({ host })} />
          <TextField
            label={titleOf('port')}
            type="number"
            min={1}
            max={65_535}
            placeholder="162"
            value={snmp.port === undefined ? '' : String(snmp.port)}
            onChange={text => {
              const { port: _, ...others } = snmp
              set({ snmp: text === '' ? others : { ...others, port: Number(text) } })
            }}
          />
          <SelectField
            className="whole"
            label={titleOf('version')}
            value={snmp.version}
            options={['v2c', 'v3'].map(value => ({ value, text: value }))}
            onChange={version =>
              set({
                // Without the members of the other version.
                snmp: {
                  host: snmp.host,
                  ...(snmp.port !== undefined && { port: snmp.port }),
                  version: version === 'v3' ? 'v3' : 'v2c',
                },
              })
            }
          />
          {membersOfVersion[snmp.version].map(name => {
            const choices = choicesOf(name)
            const value = String(snmp[name] ?? '')
            if (choices.length > 0)
              return (
                <SelectField
                  key={name}
                  label={titleOf(name)}
                  value={value || 'none'}
                  options={choices.map(value => ({ value, text: value }))}
                  onChange={value => change({ [name]: value })}
                />
              )
            const isSecret = secrets.includes(name)
            return (
              <TextField
                key={name}
                label={titleOf(name)}
                type={isSecret ? 'password' : 'text'}
                autoComplete={isSecret ? 'new-password' : 'off'}
                placeholder={isSecret && hasSecrets ? texts.snmpSecret : undefined}
                value={value}
                onChange={text => change({ [name]: text })}
              />
            )
          })}
        </>
      )}
    </>
  )
}

function titleOf(name: Member): string {
  return String(Reflect.get(SnmpTarget.properties[name], 'title'))
}

function choicesOf(name: Member): string[] {
  const choices: unknown = Reflect.get(SnmpTarget.properties[name], 'enum')
  return Array.isArray(choices) ? choices.map(String) : []
}
