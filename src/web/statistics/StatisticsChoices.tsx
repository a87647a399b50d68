import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { statsFunctionTexts } from '../../charts/stats-text.ts'
import { maxNameLength } from '../../schema/name-length.ts'
import { statsFunctions } from '../../schema/query/stats-functions.ts'
import type { Range } from '../../time/range.ts'
import { Check } from '../components/forms/Check.tsx'
import { countableFields, tagField } from '../fields/field-catalog.ts'
import { useRangeTags } from '../search/completion/use-range-tags.ts'
import type { StatisticsState } from '../search/state/statistics-state.ts'
import { useZone } from '../state/preferences.ts'
import { statisticsTexts as texts } from '../texts/search/statistics.ts'

interface Props {
  statistics: StatisticsState
  range: Range
  onChange: (change: Partial<StatisticsState>) => void
}

/** Controls that choose the statistics, in one line: average of bytes by host, over time. */
export function StatisticsChoices({ statistics, range, onChange }: Props) {
  const { name: functionName, field, groupBy, isOverTime } = statistics
  const zone = useZone()
  const listId = useId()
  const tags = useRangeTags(range, zone, '', true)
  const names = [...countableFields, ...(tags?.list ?? []).map(({ name }) => tagField(name))]
  const [first = '', second = ''] = groupBy
  const setGroups = (...groups: string[]) => onChange({ groupBy: groups.filter(group => group !== '') })
  return (
    <div className="statistics-choices wrap-row gap-6">
      <select
        className="field small"
        aria-label={texts.functionName}
        value={functionName}
        onChange={event =>
          onChange({ name: statsFunctions.find(one => one === event.target.value) ?? functionName })
        }
      >
        {statsFunctions.map(one => (
          <option key={one} value={one}>
            {statsFunctionTexts[one]}
          </option>
        ))}
      </select>
      {functionName !== 'count' && (
        <>
          <span className="soft">{texts.of}</span>
          <NameInput
            label={texts.field}
            placeholder={texts.fieldPlaceholder}
            value={field}
            listId={listId}
            names={names}
            onChange={field => onChange({ field })}
          />
        </>
      )}
      <span className="soft">{texts.by}</span>
      <NameInput
        label={texts.group(0)}
        placeholder={texts.groupPlaceholder}
        value={first}
        listId={listId}
        names={names}
        onChange={name => setGroups(name, second)}
      />
      {first !== '' && (
        <NameInput
          label={texts.group(1)}
          placeholder={texts.secondPlaceholder}
          value={second}
          listId={listId}
          names={names}
          onChange={name => setGroups(first, name)}
        />
      )}
      <Check isOn={isOverTime} onChange={isOverTime => onChange({ isOverTime })}>
        {texts.overTime}
      </Check>
      <datalist id={listId}>
        {names.map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  )
}

interface NameInputProps {
  label: string
  placeholder: string
  value: string
  /** Id of the datalist with the `names`. */
  listId: string
  /** The names that the browser suggests. */
  names: readonly string[]
  onChange: (name: string) => void
}

/** An input for the name of a field or tag. Takes effect with Enter, when it is left, or with a choice. */
function NameInput({ label, placeholder, value, listId, names, onChange }: NameInputProps) {
  const [draft, setDraft] = useState(value)
  // A change from elsewhere, such as the back button, replaces the typed text.
  useEffect(() => setDraft(value), [value])
  const commit = (text: string) => {
    if (text.trim() !== value) onChange(text.trim())
  }
  return (
    <input
      className="field small"
      aria-label={label}
      placeholder={placeholder}
      value={draft}
      list={listId}
      maxLength={maxNameLength}
      autoComplete="off"
      spellCheck={false}
      onChange={event => {
        const text = event.target.value
        setDraft(text)
        // A choice from the list is an event of the type insertReplacementText in some browsers, and has no
        // type in others. It takes effect at once.
        const { nativeEvent } = event
        const inputType = 'inputType' in nativeEvent ? nativeEvent.inputType : undefined
        const isChoice = inputType === undefined || inputType === 'insertReplacementText'
        if (isChoice && names.includes(text)) commit(text)
      }}
      onBlur={() => commit(draft)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter') commit(draft)
      }}
    />
  )
}
