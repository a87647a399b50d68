import { type ReactNode, useId } from 'react'
import type { ActionKind } from '../../../../schema/triggers/action-kinds.ts'
import { actionFlags } from '../../../../schema/triggers/trigger.ts'
import { SelectField } from '../../../components/forms/SelectField.tsx'
import { Switch } from '../../../components/forms/Switch.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { triggerEditorTexts as texts } from '../../../texts/triggers/trigger-editor.ts'
import { triggerTexts } from '../../../texts/triggers/triggers.ts'
import { actionsShown } from '../../links/describe.ts'
import { actionIcons } from '../../list/ActionIcons.tsx'
import type { SectionProps } from '../fields/section-props.ts'
import { MailFields } from './MailFields.tsx'
import { PeriodField } from './PeriodField.tsx'
import { SnmpFields } from './SnmpFields.tsx'
import { TaskFields } from './TaskFields.tsx'
import { TemplateField } from './TemplateField.tsx'
import { WebhookFields } from './WebhookFields.tsx'

/** The actions of the trigger. */
export function ActionsSection({ hasSecrets, ...props }: SectionProps & { hasSecrets: boolean }) {
  const { draft, set, fault } = props
  return (
    <section className="trigger-card card" aria-labelledby="trigger-actions">
      <h2 id="trigger-actions">{texts.actionsTitle}</h2>
      {actionsShown(draft).length === 0 && <p className="trigger-none warning-text">{texts.noActions}</p>}
      <ul className="stack lined">
        <ActionCard kind="notification" {...props} />
        <ActionCard kind="email" {...props}>
          <MailFields {...props} />
        </ActionCard>
        <ActionCard kind="webhook" {...props}>
          <WebhookFields {...props} />
        </ActionCard>
        <ActionCard kind="status" {...props}>
          <SelectField
            className="whole"
            label={texts.statusLabel}
            hint={texts.statusHint}
            value={draft.mark_actionable ? 'actionable' : 'nonActionable'}
            options={(['actionable', 'nonActionable'] as const).map(value => ({
              value,
              text: texts.statuses[value],
            }))}
            onChange={value => set({ mark_actionable: value === 'actionable' })}
          />
        </ActionCard>
        <ActionCard kind="task" {...props}>
          <TaskFields {...props} />
        </ActionCard>
        <ActionCard kind="note" {...props}>
          <TemplateField
            className="whole"
            rows={3}
            label={texts.noteText}
            fault={fault('note_text')}
            maxLength={10_000}
            value={draft.note_text}
            onChange={note_text => set({ note_text })}
          />
        </ActionCard>
        <ActionCard kind="script" {...props}>
          <TextField
            label={texts.script}
            hint={texts.scriptHint}
            fault={fault('script_path')}
            inputClass="mono"
            required
            maxLength={1_000}
            autoComplete="off"
            spellCheck={false}
            value={draft.script_path}
            onChange={script_path => set({ script_path })}
          />
          <PeriodField
            fault={fault('exec_script_period')}
            value={draft.exec_script_period}
            onChange={exec_script_period => set({ exec_script_period })}
          />
        </ActionCard>
        <ActionCard kind="snmp" {...props}>
          <SnmpFields {...props} hasSecrets={hasSecrets} />
        </ActionCard>
      </ul>
    </section>
  )
}

interface Props extends SectionProps {
  kind: ActionKind
  /** The settings of the action, shown while it is on. */
  children?: ReactNode
}

/** One action: its kind, whether it is on, and its settings. */
function ActionCard({ kind, draft, set, fault, children }: Props) {
  const id = useId()
  const flag = actionFlags[kind]
  const isOn = draft[flag]
  const flagFault = fault(flag)
  return (
    <li className={isOn ? 'trigger-action on' : 'trigger-action'}>
      <label className="trigger-action-head row gap-12 faint-icons" htmlFor={id}>
        <Icon name={actionIcons[kind]} size={16} />
        <span className="trigger-action-name grow">
          <b>{triggerTexts.actionNames[kind]}</b>
          <span className="faint">{texts.actionHints[kind]}</span>
        </span>
        <Switch
          id={id}
          checked={isOn}
          aria-label={texts.actionOn(triggerTexts.actionNames[kind])}
          onChange={on => set({ [flag]: on })}
        />
      </label>
      {flagFault !== undefined && <p className="field-hint bad">{flagFault}</p>}
      {isOn && children && <div className="form-grid trigger-action-body">{children}</div>}
    </li>
  )
}
