import { useState } from 'react'
import { conditionOf, type Pill, pillText } from '../../../filter/typed/pill.ts'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import type { Condition } from '../../../schema/filter/condition.ts'
import { Button } from '../../components/Button.tsx'
import { triggerEditorTexts as texts } from '../../texts/triggers/trigger-editor.ts'
import { FilterField } from '../../widgets/edit/FilterField.tsx'
import { filterForm } from '../../widgets/edit/filter-pills.ts'
import { eventPills } from './event-pills.ts'
import type { SectionProps } from './fields/section-props.ts'

/** Filter of matching events: words and pills, and the parts of the event that it was created from. */
export function FilterSection({
  draft,
  set,
  fault,
  event,
}: SectionProps & { event: EventRecord | undefined }) {
  /** Choosing parts opens a new field; otherwise the field keeps its typed text. */
  const [version, setVersion] = useState(0)
  const toggle = (pill: Pill) => {
    const isOn = hasPill(draft.filter, pill)
    const kept = draft.filter.filter(condition => !isOn || !hasPill([condition], pill))
    set({ filter: isOn ? kept : [...kept, conditionOf(pill)] })
    setVersion(version + 1)
  }
  return (
    <section className="trigger-card card" aria-labelledby="trigger-filter">
      <h2 id="trigger-filter">{texts.filterTitle}</h2>
      {event && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend inside the box
        <div className="trigger-parts" role="group" aria-label={texts.fromEvent}>
          <span className="faint">{texts.fromEvent}</span>
          {[...eventPills(event)].map(([part, pill]) => (
            <Button
              key={part}
              className="small"
              aria-pressed={hasPill(draft.filter, pill)}
              onClick={() => toggle(pill)}
            >
              {texts.fromEventParts[part]}
            </Button>
          ))}
        </div>
      )}
      <FilterField
        key={version}
        filter={draft.filter}
        fault={fault('filter')}
        // The filter editor creates conditions.
        onChange={filter => set({ filter: (filter ?? []) as Condition[] })}
      />
      <p className="field-hint">{texts.filterHint}</p>
    </section>
  )
}

function hasPill(filter: readonly Condition[], pill: Pill): boolean {
  return filterForm(filter).pills.some(other => pillText(other) === pillText(pill))
}
