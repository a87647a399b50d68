import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Dashboard } from '../../../schema/dashboards/dashboard.ts'
import { isObject } from '../../../schema/text/json-object.ts'
import { readDashboard, readDashboardFile, replaceDashboard } from '../../api/dashboards.ts'
import { ApiError, errorText } from '../../api/http/api-error.ts'
import { parseJson } from '../../api/http/request.ts'
import { showToast } from '../../components/toast.tsx'
import { dashboardTexts } from '../../texts/dashboards/dashboards.ts'
import { bodyOf, type Draft } from '../draft/draft.ts'
import { type Editing, editingAfterSave, editingOf } from './editing.ts'
import { changed, type History, redone, undone } from './history.ts'
import { noFaults, type SaveFaults, saveFaults } from './save-faults.ts'

/** Maximum UTF-16 units of a stored draft. A longer one is not stored: a reload loses it. */
const maxUnits = 1_000_000
/** The key of a draft in the session storage. */
const keyOf = (id: number, userId: number) => `millrace.dashboard-draft.${userId}.${id}`

const { builder: texts } = dashboardTexts

/** The state of the builder of one dashboard. */
export interface Builder {
  /** Whether the builder is open. */
  isEditing: boolean
  /** The edited draft; the stored dashboard while nothing is edited. */
  draft: Draft
  /** Whether there are unsaved changes. */
  isDirty: boolean
  isSaving: boolean
  canUndo: boolean
  canRedo: boolean
  isLayoutLocked: boolean
  faults: SaveFaults
  /** Why the last save failed, unless the reason is in `faults`. */
  error: string | undefined
  /** Unix seconds at which another user saved the dashboard after editing began; undefined: no conflict. */
  conflictAt: number | undefined
  start: () => void
  /** Begins editing, if it has not begun. Changes with the same merge key are one undo step. */
  change: (next: (draft: Draft) => Draft, mergeKey?: string) => void
  undo: () => void
  redo: () => void
  setLayoutLocked: (isLocked: boolean) => void
  /** `overwrite`: even if another user saved the dashboard meanwhile. */
  save: (overwrite?: boolean) => Promise<void>
  /** Ends editing without saving. */
  discard: () => void
  closeConflict: () => void
}

/**
 * Edits a dashboard in place. The draft survives reloads of the page and expired sessions. `stored`: the
 * draft of `dashboard` without changes, shown while nothing is edited.
 */
export function useBuilder(dashboard: Dashboard | undefined, stored: Draft, userId: number): Builder {
  const client = useQueryClient()
  const id = dashboard?.id
  const [editing, setEditing] = useState<Editing>()
  const [isSaving, setSaving] = useState(false)
  const [isLayoutLocked, setLayoutLocked] = useState(false)
  const [faults, setFaults] = useState(noFaults)
  const [error, setError] = useState<string>()
  const [conflictAt, setConflictAt] = useState<number>()
  /** Whether the stored draft of this tab was read. Until then it must not be overwritten. */
  const hasLoaded = useRef(false)

  // Once per dashboard: restores unsaved changes of this tab.
  useEffect(() => {
    if (!dashboard || hasLoaded.current) return
    hasLoaded.current = true
    const restored = dashboard.read_only ? undefined : loadDraft(dashboard.id, userId)
    if (!restored) return
    setEditing(editingOf(dashboard, restored))
    showToast(texts.restored)
  }, [dashboard, userId])

  const present = editing?.history.present
  const isDirty = editing !== undefined && present !== editing.baseline
  useEffect(() => {
    if (id === undefined || !hasLoaded.current) return
    storeDraft(
      id,
      userId,
      isDirty && present ? { draft: present, basedOn: editing?.basedOn ?? 0 } : undefined,
    )
  }, [id, userId, isDirty, present, editing?.basedOn])

  const start = () => {
    if (dashboard) setEditing(before => before ?? editingOf(dashboard))
  }
  const discard = () => {
    setEditing(undefined)
    setFaults(noFaults)
    setError(undefined)
    setConflictAt(undefined)
  }
  /** Changes the history by `undone`, `redone` or `changed`; does nothing while nothing is edited. */
  const step = (next: (history: History<Draft>) => History<Draft>) =>
    setEditing(before => before && { ...before, history: next(before.history) })

  const save = async (overwrite = false) => {
    if (!editing || id === undefined || isSaving) return
    const { present } = editing.history
    setSaving(true)
    setError(undefined)
    setFaults(noFaults)
    setConflictAt(undefined)
    try {
      const current = await readDashboard(id)
      if (current.updated_at !== editing.basedOn && !overwrite) {
        // Shown when the user discards the draft.
        client.setQueryData(['dashboards', id], current)
        return setConflictAt(current.updated_at)
      }
      const saved = await replaceDashboard(id, bodyOf(present, current, await readDashboardFile(id)))
      client.setQueryData(['dashboards', id], saved)
      void client.invalidateQueries({ queryKey: ['dashboards'] })
      storeDraft(id, userId, undefined)
      setEditing(now => editingAfterSave(now, editing, saved))
      showToast(texts.saved)
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === 400
      const newFaults = isRefused ? saveFaults(error.fields, present) : noFaults
      setFaults(newFaults)
      if (newFaults.widgets.size + newFaults.dashboard.length === 0) setError(errorText(error))
    } finally {
      setSaving(false)
    }
  }

  return {
    isEditing: editing !== undefined,
    draft: present ?? stored,
    isDirty,
    isSaving,
    canUndo: (editing?.history.past.length ?? 0) > 0,
    canRedo: (editing?.history.future.length ?? 0) > 0,
    isLayoutLocked,
    faults,
    error,
    conflictAt,
    start,
    change: (next, mergeKey) => {
      // A dialog that was opened before a save may be confirmed after it.
      start()
      step(history => changed(history, next(history.present), mergeKey))
    },
    undo: () => step(undone),
    redo: () => step(redone),
    setLayoutLocked,
    save,
    discard,
    closeConflict: () => setConflictAt(undefined),
  }
}

/** Unsaved changes of a dashboard, kept for this tab over reloads and expired sessions. */
interface StoredDraft {
  draft: Draft
  /** `updated_at` of the dashboard that was edited. */
  basedOn: number
}

/** Stores unsaved changes, or removes them if there are none. */
function storeDraft(id: number, userId: number, stored: StoredDraft | undefined): void {
  try {
    const text = stored === undefined ? undefined : JSON.stringify(stored)
    if (text === undefined || text.length > maxUnits) sessionStorage.removeItem(keyOf(id, userId))
    else sessionStorage.setItem(keyOf(id, userId), text)
  } catch {
    // The storage is blocked or full: the draft lives as long as the page.
  }
}

/** Reads the unsaved changes; undefined if there are none or they are invalid. */
function loadDraft(id: number, userId: number): StoredDraft | undefined {
  try {
    const value = parseJson(sessionStorage.getItem(keyOf(id, userId)) ?? '')
    if (!isObject(value) || !isObject(value.draft) || !Array.isArray(value.draft.widgets)) return undefined
    // Written by storeDraft of this version of the page, or of a recent one.
    return value as unknown as StoredDraft
  } catch {
    return undefined
  }
}
