import { useLayoutEffect, useRef } from 'react'
import { MenuItem } from '../../../components/Button.tsx'
import { Field, type FieldProps } from '../../../components/forms/Field.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { MenuButton } from '../../../components/menus/MenuButton.tsx'
import { triggerEditorTexts as texts } from '../../../texts/triggers/trigger-editor.ts'

/** The variables of templates, as in docs/triggers-actions.md, the most used first. */
const templateVariables = [
  {
    group: 'event',
    names: [
      'event:host',
      'event:program',
      'event:message',
      'event:severity_name',
      'event:cisco_mnemonic',
      'event:first_occurrence_date',
      'event:last_occurrence_date',
      'event:facility_name',
      'event:status_name',
      'event:counter',
      'event:id',
      'event:ut:TAG',
    ],
  },
  { group: 'trigger', names: ['trigger:name', 'trigger:id', 'matches:count'] },
] as const

interface Props extends FieldProps {
  value: string
  onChange: (text: string) => void
  rows?: number
  placeholder?: string | undefined
  maxLength?: number
}

/**
 * A text with variables of the event, and a menu that inserts them at the caret. With one row it is an input.
 */
export function TemplateField({
  value,
  onChange,
  rows = 5,
  placeholder,
  maxLength = 65_536,
  ...field
}: Props) {
  const control = useRef<HTMLTextAreaElement & HTMLInputElement>(null)
  /** Where to put the caret after the next render. */
  const caret = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (caret.current === undefined) return
    control.current?.focus()
    control.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  const insert = (variable: string) => {
    const { selectionStart, selectionEnd } = control.current ?? {}
    const start = selectionStart ?? value.length
    caret.current = start + variable.length
    onChange(value.slice(0, start) + variable + value.slice(selectionEnd ?? start))
  }
  return (
    <Field {...field} className={`trigger-template ${field.className ?? ''}`}>
      {attributes => {
        const common = {
          ...attributes,
          ref: control,
          value,
          placeholder,
          maxLength,
          spellCheck: false,
          className: 'field mono',
        }
        return (
          <>
            {rows === 1 ? (
              <input {...common} autoComplete="off" onChange={event => onChange(event.target.value)} />
            ) : (
              <textarea {...common} rows={rows} onChange={event => onChange(event.target.value)} />
            )}
            <MenuButton
              menu
              alignRight
              className="button quiet small trigger-insert"
              label={texts.variablesLabel(field.label)}
              content={
                <>
                  <Icon name="plus" size={12} /> {texts.variables}
                </>
              }
            >
              {templateVariables.map(({ group, names }) => (
                <fieldset
                  key={group}
                  className="menu-part trigger-variables"
                  aria-label={texts.variableGroups[group]}
                >
                  {names.map(name => (
                    <MenuItem key={name} className="mono" onClick={() => insert(`{{${name}}}`)}>
                      {name}
                    </MenuItem>
                  ))}
                </fieldset>
              ))}
            </MenuButton>
          </>
        )
      }}
    </Field>
  )
}
