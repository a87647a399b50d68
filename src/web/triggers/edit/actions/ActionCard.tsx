import { type ReactNode, useId } from 'react'
import { type ActionKind, actionFlags } from '../../../../schema/triggers/trigger.ts'
import { Switch } from '../../../components/forms/Switch.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { triggerEditorTexts as texts } from '../../../texts/triggers/trigger-editor.ts'
import { triggerTexts } from '../../../texts/triggers/triggers.ts'
import { actionIcons } from '../../list/ActionIcons.tsx'
import type { SectionProps } from '../fields/section-props.ts'

interface Props extends SectionProps {
  kind: ActionKind
  /** Its settings, shown while it is on. */
  children?: ReactNode
}

/** One action: its kind, whether it is on, and its settings. */
export function ActionCard({ kind, draft, set, fault, children }: Props) {
  const id = useId()
  const flag = actionFlags[kind]
  const isOn = draft[flag]
  const wrong = fault(flag)
  return (
    <li className={isOn ? 'trigger-action on' : 'trigger-action'}>
      <label className="trigger-action-head" htmlFor={id}>
        <Icon name={actionIcons[kind]} size={16} />
        <span className="trigger-action-name">
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
      {wrong !== undefined && <p className="field-hint bad">{wrong}</p>}
      {isOn && children && <div className="form-grid trigger-action-body">{children}</div>}
    </li>
  )
}
