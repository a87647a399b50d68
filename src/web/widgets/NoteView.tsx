import type { ReactNode } from 'react'
import { printable } from '../../charts/printable.ts'
import { noteTextOf } from '../../schema/dashboards/note.ts'
import { lazyComponent } from '../state/lazy-part.ts'
import { widgetTexts } from '../texts/dashboards/widgets.ts'
import type { ShownWidget, WidgetContext } from './data/widget-context.ts'

// Few dashboards have notes. While `widget-wait` is shown, printing waits.
const NoteText = lazyComponent(
  async () => (await import('./NoteText.tsx')).NoteText,
  <div className="widget-wait" />,
)

interface Props {
  widget: ShownWidget
  context: WidgetContext
  actions: ReactNode
}

/** A note with its frame: a text without a query. A note without a title has no header of its own. */
export function NoteView({ widget, context, actions }: Props) {
  const title = printable(String(widget.title ?? widget.config.title ?? ''))
  const name = title || widgetTexts.note
  const text = noteTextOf(widget.config)
  return (
    <section className={title === '' ? 'widget card note untitled' : 'widget card note'} aria-label={name}>
      <header>
        <h2 className={title === '' ? 'unseen' : 'one-line'} title={name}>
          {name}
        </h2>
        <span className="grow" />
        {actions}
      </header>
      <div className="widget-body">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard */}
        <section className="widget-scroll" tabIndex={0} aria-label={widgetTexts.textOf(name)}>
          {text.trim() === '' ? (
            <p className="soft">{widgetTexts.emptyNote}</p>
          ) : (
            <NoteText text={text} hasLinks={context.canDrill !== false} />
          )}
        </section>
      </div>
    </section>
  )
}
