import { useDeferredValue, useId } from 'react'
import { fieldText } from '../../../charts/name-text.ts'
import { readTagNames } from '../../api/tags.ts'
import { TextField } from '../../components/forms/TextField.tsx'
import { countableFields } from '../../fields/field-catalog.ts'
import { useRead } from '../../state/use-read.ts'

/** Maximum tags that are suggested; typing finds others. */
const maxTags = 50

interface Props {
  label: string
  hint?: string | undefined
  fault?: string | undefined
  placeholder?: string | undefined
  value: string
  /** The value is a list of names, separated by commas. Suggestions complete the last one. */
  isList?: boolean
  onChange: (value: string) => void
}

/** An input for the name of a field or tag, suggesting names from events. */
export function FieldNameInput({ isList = false, value, ...props }: Props) {
  const id = useId()
  const typed = isList ? value.slice(value.lastIndexOf(',') + 1).trim() : value
  const previousNames = isList ? value.slice(0, value.lastIndexOf(',') + 1) : ''
  const prefix = useDeferredValue(typed)
  const { data: tags = [] } = useRead(
    ['tags', 'names', prefix],
    signal => readTagNames(prefix, maxTags, signal),
    { staleTime: 60_000 },
  )
  return (
    <>
      <TextField {...props} value={value} list={id} autoComplete="off" spellCheck={false} />
      <datalist id={id}>
        {countableFields.map(name => (
          <option key={name} value={`${previousNames}${name}`}>
            {fieldText(name)}
          </option>
        ))}
        {tags
          .filter(name => !countableFields.includes(name))
          .map(name => (
            <option key={name} value={`${previousNames}${name}`} />
          ))}
      </datalist>
    </>
  )
}
