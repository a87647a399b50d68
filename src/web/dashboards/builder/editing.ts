import type { Dashboard } from '../../../schema/dashboards/dashboard.ts'
import { type Draft, draftOf, type PlacedWidget } from '../draft/draft.ts'
import { gridCells } from '../draft/groups.ts'
import { readingOrder } from '../draft/layout.ts'
import { changed, type History, historyOf } from './history.ts'

/** The unsaved changes of a dashboard that a user edits, with what they are compared with. */
export interface Editing {
  history: History<Draft>
  /** The draft without unsaved changes: as editing began, or as the draft was last saved. */
  baseline: Draft
  /** `updated_at` of the dashboard that is edited. */
  basedOn: number
}

/** Begins editing a stored dashboard. `restored`: unsaved changes that this tab has kept over a reload. */
export function editingOf(
  dashboard: Dashboard,
  restored?: Pick<Editing, 'basedOn'> & { draft: Draft },
): Editing {
  const baseline = inReadingOrder(draftOf(dashboard))
  return {
    history: restored ? changed(historyOf(baseline), restored.draft) : historyOf(baseline),
    baseline,
    basedOn: restored?.basedOn ?? dashboard.updated_at,
  }
}

/**
 * The state of editing after a save. `editing` is the state now, `atSend` the state when its draft was sent,
 * and `saved` the answer of the service. Changes made while the draft was sent are kept, unsaved. If there
 * are none, editing ends: returns undefined.
 */
export function editingAfterSave(
  editing: Editing | undefined,
  atSend: Editing,
  saved: Dashboard,
): Editing | undefined {
  const sent = atSend.history.present
  if (!editing || editing.history.present === sent) return undefined
  // The user has discarded the sent draft, and edits the dashboard before this save: the next save reports
  // a conflict.
  if (editing.baseline !== atSend.baseline) return editing
  const rebased = rebase(sent, saved)
  const { present, past, future, mergeKey } = editing.history
  return {
    history: { present: rebased(present), past: past.map(rebased), future: future.map(rebased), mergeKey },
    baseline: rebased(sent),
    basedOn: saved.updated_at,
  }
}

/**
 * Returns a function that gives the widgets of a draft the ids that a save assigned. The service answers in
 * the order of the sent widgets.
 */
function rebase(sent: Draft, saved: Dashboard): (draft: Draft) => Draft {
  const sentWidgets = sent.widgets.filter(widget => !widget.isWithdrawn)
  const stored = new Map(sentWidgets.map((widget, index) => [widget.key, saved.widgets[index]]))
  const rebasedWidget = (widget: PlacedWidget): PlacedWidget => {
    const { id: _, queryId: __, ...content } = widget
    const { id, query_id: queryId = null } = stored.get(widget.key) ?? {}
    // The service's query is for the content as saved. A widget that was changed since has none.
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

/** The draft with its widgets in reading order, which is also the focus order. */
export function inReadingOrder(draft: Draft): Draft {
  const keys = readingOrder(gridCells(draft)).map(({ key }) => key)
  const widgets = draft.widgets.toSorted((one, other) => keys.indexOf(one.key) - keys.indexOf(other.key))
  return { ...draft, widgets }
}
