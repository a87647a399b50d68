import type { Dashboard } from '../../../schema/dashboards/dashboard.ts'
import { type Draft, draftOf, type PlacedWidget } from '../draft/draft.ts'
import { cellsOf, readingOrder } from '../draft/layout.ts'
import { changed, type History, historyOf } from './history.ts'

/** A dashboard that is edited. */
export interface Editing {
  history: History<Draft>
  /** The draft when editing began, or as it was last saved. */
  first: Draft
  /** `updated_at` of the dashboard that is edited. */
  basedOn: number
}

/** The editing of a stored dashboard. `restored`: unsaved changes of this tab. */
export function editingOf(
  dashboard: Dashboard,
  restored?: Pick<Editing, 'basedOn'> & { draft: Draft },
): Editing {
  const first = inReadingOrder(draftOf(dashboard))
  return {
    history: restored ? changed(historyOf(first), restored.draft) : historyOf(first),
    first,
    basedOn: restored?.basedOn ?? dashboard.updated_at,
  }
}

/**
 * The editing once the present draft of `begun` was saved as `saved`: undefined if nothing has changed since.
 * Changes that were made while it was sent are kept, unsaved.
 */
export function editingAfterSave(
  editing: Editing | undefined,
  begun: Editing,
  saved: Dashboard,
): Editing | undefined {
  const sent = begun.history.present
  if (!editing || editing.history.present === sent) return undefined
  // Discarded, and begun again from the dashboard before this save: the next save asks.
  if (editing.first !== begun.first) return editing
  const rebased = rebase(sent, saved)
  const { present, past, future, mergeKey } = editing.history
  return {
    history: { present: rebased(present), past: past.map(rebased), future: future.map(rebased), mergeKey },
    first: rebased(sent),
    basedOn: saved.updated_at,
  }
}

/** Gives the widgets of drafts the ids of a save: the service answers in the order of the sent widgets. */
function rebase(sent: Draft, saved: Dashboard): (draft: Draft) => Draft {
  const sentWidgets = sent.widgets.filter(widget => !widget.isWithdrawn)
  const stored = new Map(sentWidgets.map((widget, index) => [widget.key, saved.widgets[index]]))
  const rebasedWidget = (widget: PlacedWidget): PlacedWidget => {
    const { id: _, queryId: __, ...content } = widget
    const { id, query_id: queryId = null } = stored.get(widget.key) ?? {}
    // The query is of the saved content.
    const isSaved = sentWidgets.includes(widget)
    return { ...content, ...(id !== undefined && { id }), ...(isSaved && queryId !== null && { queryId }) }
  }
  const known = new Map<Draft, Draft>()
  // A draft keeps one rebased object, so that undoing all later changes gives the saved draft.
  return draft => {
    const rebased = known.get(draft) ?? {
      ...draft,
      // The save has removed withdrawn widgets.
      widgets: draft.widgets.filter(widget => !widget.isWithdrawn).map(rebasedWidget),
    }
    known.set(draft, rebased)
    return rebased
  }
}

/** Widgets in reading order, which is also the focus order. */
export function inReadingOrder(draft: Draft): Draft {
  const keys = readingOrder(cellsOf(draft.widgets)).map(({ key }) => key)
  const widgets = draft.widgets.toSorted((one, other) => keys.indexOf(one.key) - keys.indexOf(other.key))
  return { ...draft, widgets }
}
