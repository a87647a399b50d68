import { useId } from 'react'
import type { QueryType } from '../../../schema/query/query.ts'
import { Button } from '../../components/Button.tsx'
import { widgetEditorTexts as texts } from '../../texts/dashboards/widget-editor.ts'
import { type View, views } from '../views/views.ts'

interface Props {
  type: QueryType
  view: View
  onChange: (view: View) => void
}

/** The views of a type as buttons; nothing if there is only one. */
export function ViewChoice({ type, view, onChange }: Props) {
  const id = useId()
  const known: readonly View[] = views[type]
  if (known.length < 2) return null
  return (
    <div className="form-field">
      <span className="label" id={id}>
        {texts.view}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend inside the box */}
      <div className="view-choice" role="group" aria-labelledby={id}>
        {known.map(one => (
          <Button key={one} className="small" aria-pressed={one === view} onClick={() => onChange(one)}>
            {texts.views[one]}
          </Button>
        ))}
      </div>
    </div>
  )
}
