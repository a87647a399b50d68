import { useState } from 'react'
import { printable } from '../../../charts/printable.ts'
import type { Trigger } from '../../../schema/triggers/trigger.ts'
import { readTriggers, triggersKey } from '../../api/triggers.ts'
import { Check } from '../../components/forms/Check.tsx'
import { TextField } from '../../components/forms/TextField.tsx'
import { useDebounced } from '../../components/use-debounced.ts'
import { useRead } from '../../state/use-read.ts'
import { silenceTexts as texts } from '../../texts/notifications.ts'

interface Props {
  /** Names that are already known. */
  known: readonly Pick<Trigger, 'id' | 'name'>[]
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

const maxListed = 100
const debounceMs = 200

/** Choice of triggers that the user may change, found by a part of their name. */
export function TriggerChoice({ known, chosen, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const text = useDebounced(typed.trim(), debounceMs)
  const { data } = useRead(
    [triggersKey, 'choice', text],
    signal => readTriggers({ text, ordering: 'name', pageSize: maxListed }, signal),
    { keepsPrevious: true },
  )
  const listed = data?.objects.filter(({ read_only }) => !read_only) ?? []
  const unlistedTriggers = known.filter(({ id }) => !listed.some(other => other.id === id))
  const more = (data?.item_count ?? 0) - (data?.objects.length ?? 0)
  return (
    <div className="whole">
      <TextField label={texts.find} type="search" autoComplete="off" value={typed} onChange={setTyped} />
      <fieldset className="silence-triggers" aria-label={texts.which}>
        {[...unlistedTriggers, ...listed].map(({ id, name }) => (
          <Check
            key={id}
            isOn={chosen.includes(id)}
            onChange={isOn => onChange(isOn ? [...chosen, id] : chosen.filter(other => other !== id))}
          >
            {printable(name)}
          </Check>
        ))}
        {data && listed.length === 0 && unlistedTriggers.length === 0 && (
          <p className="faint">{texts.noTriggers}</p>
        )}
        {more > 0 && <p className="faint">{texts.moreTriggers(more)}</p>}
      </fieldset>
    </div>
  )
}
