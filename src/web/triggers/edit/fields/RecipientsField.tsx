import { type KeyboardEvent, useId, useState } from 'react'
import { printable } from '../../../../charts/printable.ts'
import { Field, type FieldProps } from '../../../components/forms/Field.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { useUserNames } from '../../../tasks/use-user-names.ts'
import { triggerEditorTexts as texts } from '../../../texts/triggers/trigger-editor.ts'

type Recipient = string | number

interface Props extends FieldProps {
  value: readonly Recipient[]
  onChange: (value: Recipient[]) => void
}

/** Users and addresses: the name of a known user stands for that user, anything else is an address. */
export function RecipientsField({ value, onChange, ...field }: Props) {
  const id = useId()
  const users = useUserNames()
  const [typed, setTyped] = useState('')
  const nameOf = (recipient: Recipient) =>
    typeof recipient === 'string'
      ? printable(recipient)
      : (users.list.find(({ id }) => id === recipient)?.name ?? texts.user(recipient))
  /** A text with an address may be a list. Any other text is one name, which may contain spaces. */
  const add = (text: string) => {
    setTyped('')
    const added = (text.includes('@') ? text.split(/[,;\s]+/) : [text])
      .map(part => part.trim())
      .filter(part => part !== '')
      .map(part => users.list.find(({ name }) => name.toLowerCase() === part.toLowerCase())?.id ?? part)
    onChange([...new Set([...value, ...added])])
  }
  const press = (event: KeyboardEvent) => {
    if ((event.key === 'Enter' || event.key === ',') && typed.trim() !== '') {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '' && value.length > 0) onChange(value.slice(0, -1))
  }
  return (
    <Field {...field}>
      {attributes => (
        <span className="field trigger-recipients">
          {value.map(recipient => (
            <span key={String(recipient)} className="pill">
              <span className="pill-face one-line">{nameOf(recipient)}</span>
              <button
                type="button"
                className="pill-remove"
                aria-label={texts.removeRecipient(nameOf(recipient))}
                onClick={() => onChange(value.filter(other => other !== recipient))}
              >
                <Icon name="close" size={12} />
              </button>
            </span>
          ))}
          <input
            {...attributes}
            list={id}
            value={typed}
            placeholder={value.length === 0 ? texts.toPlaceholder : undefined}
            autoComplete="off"
            spellCheck={false}
            maxLength={1_000}
            onChange={event => {
              const text = event.target.value
              // Choosing an option of the datalist is an input without `data`, unlike typing.
              const isChosen = !('data' in event.nativeEvent) || event.nativeEvent.data === null
              if (isChosen && users.list.some(({ name }) => name === text)) add(text)
              else setTyped(text)
            }}
            onKeyDown={press}
            onBlur={() => typed.trim() !== '' && add(typed)}
          />
          <datalist id={id}>
            {users.list
              .filter(person => !value.includes(person.id))
              .map(person => (
                <option key={person.id} value={person.name} />
              ))}
          </datalist>
        </span>
      )}
    </Field>
  )
}
