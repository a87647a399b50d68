import { useId, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { IconButton } from '../../../components/IconButton.tsx'
import { triggerEditorTexts as texts } from '../../../texts/triggers/trigger-editor.ts'

type Headers = Readonly<Record<string, string>>

interface Props {
  value: Headers
  fault: string | undefined
  onChange: (headers: Headers) => void
}

const maxHeaders = 50

/** Headers of a webhook as rows of name and value. */
export function HeadersField({ value, fault, onChange }: Props) {
  const id = useId()
  // Rows without a name are not headers yet; two rows with the same name are one header.
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
