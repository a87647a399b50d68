import './widget-editor.css'
import { useMemo, useState } from 'react'
import type { WidgetDraft } from '../../../schema/dashboards/widget.ts'
import { Dialog } from '../../components/dialogs/Dialog.tsx'
import { widgetEditorTexts as texts } from '../../texts/dashboards/widget-editor.ts'
import { widgetTexts } from '../../texts/dashboards/widgets.ts'
import type { WidgetContext } from '../data/widget-context.ts'
import { Gallery } from './Gallery.tsx'
import { WidgetForm } from './WidgetForm.tsx'

interface Props {
  /** The widget to change; without one the gallery comes first. */
  widget?: WidgetDraft | undefined
  /** The dashboard that it is for: its time range and variables apply to previews. */
  context: WidgetContext
  /** Rejects with the error of the service, which is shown at the fields. */
  onSave: (draft: WidgetDraft) => Promise<unknown>
  onCancel: () => void
}

/** A dialog to add a widget from a gallery, or to change one. */
export function WidgetEditor({ widget, context, onSave, onCancel }: Props) {
  const [chosen, setChosen] = useState(widget)
  const previews = useMemo(() => ({ ...context, canDrill: false }), [context])
  const title = widget
    ? texts.edit(String(widget.config?.title ?? widget.title ?? '') || widgetTexts.untitled)
    : texts.add
  return (
    <Dialog title={title} className="widget-editor" onClose={onCancel}>
      {chosen ? (
        <WidgetForm
          key={chosen.type}
          widget={chosen}
          context={context}
          onSave={onSave}
          onCancel={onCancel}
          onBack={widget ? undefined : () => setChosen(undefined)}
        />
      ) : (
        <Gallery context={previews} onChoose={({ draft }) => setChosen(draft)} />
      )}
    </Dialog>
  )
}
