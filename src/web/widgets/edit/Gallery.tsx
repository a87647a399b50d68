import { widgetEditorTexts as texts } from '../../texts/dashboards/widget-editor.ts'
import type { WidgetContext } from '../data/widget-context.ts'
import { WidgetView } from '../WidgetView.tsx'
import { type GalleryItem, galleryItems } from './gallery-items.ts'

interface Props {
  context: WidgetContext
  onChoose: (item: GalleryItem) => void
}

/** Kinds of widgets, each with a preview of the actual logs. Previews out of sight cost nothing. */
export function Gallery({ context, onChoose }: Props) {
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
