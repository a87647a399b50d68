import { useMemo, useState } from 'react'
import type { WidgetDraft } from '../../../schema/dashboards/widget.ts'
import { Dialog } from '../../components/dialogs/Dialog.tsx'
import { widgetEditorTexts as texts } from '../../texts/dashboards/widget-editor.ts'
import { widgetTexts } from '../../texts/dashboards/widgets.ts'
import type { WidgetContext } from '../data/widget-context.ts'
import { WidgetView } from '../WidgetView.tsx'
import { type GalleryItem, galleryItems } from './gallery-items.ts'
import { WidgetForm } from './WidgetForm.tsx'
import './widget-editor.css'

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

interface GalleryProps {
  context: WidgetContext
  onChoose: (item: GalleryItem) => void
}

/** Kinds of widgets, each with a preview of the actual logs. Previews out of sight cost nothing. */
function Gallery({ context, onChoose }: GalleryProps) {
  return (
    <div className="gallery">
      <p className="soft">{texts.choose}</p>
      <ul>
        {galleryItems.map(item => {
          const [title, use] = texts.kinds[item.id]
          return (
            <li key={item.id}>
              <div className="gallery-preview" inert>
                <WidgetView widget={item.draft} context={context} />
              </div>
              <button type="button" className="gallery-choice" onClick={() => onChoose(item)}>
                <strong>{title}</strong>
                <span>{use}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
