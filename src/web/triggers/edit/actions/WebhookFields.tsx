import { useId, useState } from 'react'
import { webhookFormats } from '../../../../schema/triggers/trigger-parts.ts'
import { Button } from '../../../components/Button.tsx'
import { Check } from '../../../components/forms/Check.tsx'
import { MoreFields } from '../../../components/forms/MoreFields.tsx'
import { SelectField } from '../../../components/forms/SelectField.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { triggerEditorTexts as texts } from '../../../texts/triggers/trigger-editor.ts'
import type { SectionProps } from '../fields/section-props.ts'
import { PeriodField } from './PeriodField.tsx'
import { routingKeyOf, withRoutingKey } from './routing-key.ts'
import { TemplateField } from './TemplateField.tsx'

/** All formats in the order of the menu, predefined ones first. */
const shownFormats = [
  'slack',
  'teams',
  'pagerduty',
  'generic',
  'template',
] as const satisfies (typeof webhookFormats)[number][]
const pagerDutyUrl = 'https://events.pagerduty.com/v2/enqueue'
const placeholders: Partial<Record<(typeof shownFormats)[number], string>> = {
  slack: 'https://hooks.slack.com/services/…',
  pagerduty: pagerDutyUrl,
}

/** The destination and body of a webhook. The service writes the body of a predefined format. */
export function WebhookFields({ draft, set, fault }: SectionProps) {
  const { send_webhook_format: format, send_webhook_template: template } = draft
  const isPredefined = format !== 'template'
  // Undefined for other formats, and for a PagerDuty body that is not a JSON object: it is edited as text.
  const routingKey = format === 'pagerduty' ? routingKeyOf(template) : undefined
  return (
    <>
      <SelectField
        className="whole"
        label={texts.format}
        hint={texts.formatHints[format]}
        fault={fault('send_webhook_format')}
        value={format}
        options={shownFormats.map(value => ({ value, text: texts.formats[value] }))}
        onChange={chosen => {
          const next = webhookFormats.find(known => known === chosen) ?? format
          set({
            send_webhook_format: next,
            ...(next !== 'template' && { send_webhook_method: 'POST' }),
            ...(next === 'pagerduty' && draft.send_webhook_url === '' && { send_webhook_url: pagerDutyUrl }),
          })
        }}
      />
      <TemplateField
        className="whole"
        rows={1}
        label={texts.url}
        fault={fault('send_webhook_url')}
        maxLength={4_096}
        placeholder={placeholders[format] ?? 'https://'}
        value={draft.send_webhook_url}
        onChange={send_webhook_url => set({ send_webhook_url })}
      />
      {routingKey !== undefined && (
        <TextField
          className="whole"
          label={texts.routingKey}
          inputClass="mono"
          required
          autoComplete="off"
          value={routingKey}
          onChange={text => set({ send_webhook_template: withRoutingKey(template, text) })}
        />
      )}
      {/* Predefined formats need POST. A trigger that was made elsewhere may have GET. */}
      {(!isPredefined || draft.send_webhook_method === 'GET') && (
        <SelectField
          label={texts.method}
          fault={fault('send_webhook_method')}
          value={draft.send_webhook_method}
          options={['POST', 'GET'].map(value => ({ value, text: value }))}
          onChange={method => set({ send_webhook_method: method === 'GET' ? 'GET' : 'POST' })}
        />
      )}
      {!isPredefined && draft.send_webhook_method === 'POST' && (
        <TemplateField
          className="whole"
          label={texts.body}
          hint={texts.bodyHint}
          fault={fault('send_webhook_template')}
          rows={6}
          value={template}
          onChange={send_webhook_template => set({ send_webhook_template })}
        />
      )}
      <MoreFields isOpen={hasMore(draft)}>
        {isPredefined && routingKey === undefined && (
          <TemplateField
            className="whole"
            label={texts.bodyMembers}
            hint={texts.bodyMembersHint}
            fault={fault('send_webhook_template')}
            rows={3}
            value={template}
            onChange={send_webhook_template => set({ send_webhook_template })}
          />
        )}
        <TemplateField
          className="whole"
          rows={1}
          label={texts.query}
          hint={texts.queryHint}
          fault={fault('send_webhook_query')}
          value={draft.send_webhook_query}
          onChange={send_webhook_query => set({ send_webhook_query })}
        />
        <HeadersField
          value={draft.send_webhook_headers}
          fault={fault('send_webhook_headers')}
          onChange={send_webhook_headers => set({ send_webhook_headers: { ...send_webhook_headers } })}
        />
        <PeriodField
          className="whole"
          fault={fault('send_webhook_period')}
          value={draft.send_webhook_period}
          onChange={send_webhook_period => set({ send_webhook_period })}
        />
        <Check
          spansColumns
          isOn={draft.send_webhook_ssl_verify}
          onChange={isOn => set({ send_webhook_ssl_verify: isOn })}
        >
          {texts.verify}
        </Check>
      </MoreFields>
    </>
  )
}

/** Whether settings below the others are in use, which are hidden otherwise. */
function hasMore({
  send_webhook_query,
  send_webhook_headers,
  send_webhook_ssl_verify,
}: SectionProps['draft']) {
  return send_webhook_query !== '' || Object.keys(send_webhook_headers).length > 0 || !send_webhook_ssl_verify
}

type Headers = Readonly<Record<string, string>>

interface Props {
  value: Headers
  fault: string | undefined
  onChange: (headers: Headers) => void
}

const maxHeaders = 50

/** Headers of a webhook as rows of name and value. */
function HeadersField({ value, fault, onChange }: Props) {
  const id = useId()
  // The rows are more than the headers: a row without a name is not a header yet, and two rows with the same
  // name are one header.
  const [rows, setRows] = useState(() => Object.entries(value))
  const change = (next: [string, string][]) => {
    setRows(next)
    onChange(
      Object.fromEntries(
        next.filter(([name]) => name.trim() !== '').map(([name, text]) => [name.trim(), text]),
      ),
    )
  }
  return (
    <div className="form-field whole">
      <span className="label" id={id}>
        {texts.headers}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend inside the box */}
      <div role="group" aria-labelledby={id} className="trigger-headers">
        {rows.map(([name, text], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
          <div key={index} className="trigger-header-row">
            <input
              className="field mono"
              aria-label={texts.headerName}
              placeholder={texts.headerName}
              value={name}
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              onChange={event => change(rows.with(index, [event.target.value, text]))}
            />
            <input
              className="field mono"
              aria-label={texts.headerValue}
              placeholder={texts.headerValue}
              value={text}
              maxLength={4_096}
              autoComplete="off"
              spellCheck={false}
              onChange={event => change(rows.with(index, [name, event.target.value]))}
            />
            <IconButton
              icon="close"
              label={texts.removeHeader(name)}
              onClick={() => change(rows.toSpliced(index, 1))}
            />
          </div>
        ))}
        {rows.length < maxHeaders && (
          <Button className="quiet small" onClick={() => change([...rows, ['', '']])}>
            <Icon name="plus" size={12} /> {texts.addHeader}
          </Button>
        )}
      </div>
      {fault !== undefined && <p className="field-hint bad">{fault}</p>}
    </div>
  )
}
