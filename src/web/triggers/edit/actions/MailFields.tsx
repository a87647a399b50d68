import { Button } from '../../../components/Button.tsx'
import { triggerEditorTexts as texts } from '../../../texts/triggers/trigger-editor.ts'
import { RecipientsField } from '../fields/RecipientsField.tsx'
import type { SectionProps } from '../fields/section-props.ts'
import { PeriodField } from './PeriodField.tsx'
import { TemplateField } from './TemplateField.tsx'

/** The recipients and text of a mail. */
export function MailFields({ draft, set, fault }: SectionProps) {
  return (
    <>
      <RecipientsField
        className="whole"
        label={texts.to}
        hint={texts.toHint}
        fault={fault('send_email_to')}
        value={draft.send_email_to}
        onChange={send_email_to => set({ send_email_to })}
      />
      <div className="whole">
        <TemplateField
          label={texts.mailTemplate}
          hint={texts.mailHint}
          fault={fault('send_email_template')}
          rows={draft.send_email_template === '' ? 3 : 8}
          value={draft.send_email_template}
          onChange={send_email_template => set({ send_email_template })}
        />
        {draft.send_email_template === '' && (
          <Button className="quiet small" onClick={() => set({ send_email_template: texts.mailExampleText })}>
            {texts.mailExample}
          </Button>
        )}
      </div>
      <PeriodField
        className="whole"
        fault={fault('send_email_period')}
        value={draft.send_email_period}
        onChange={send_email_period => set({ send_email_period })}
      />
    </>
  )
}
